package org.espalier.generative;

import org.espalier.feature.AttributeIndex;
import org.espalier.feature.encoding.Encoder;
import org.espalier.scoring.ChainLayoutBuilder;
import org.espalier.scoring.ParameterLayout;

/**
 * Where the parameters of a hidden Markov model stand in a complete {@link ParameterLayout}.
 *
 * <pre>
 *   first labels: the features of {@value Encoder#BEGIN}   ends: those of {@value Encoder#END}   transitions: shared [S][S]
 *   emissions: the features of all other attributes, each with every state
 * </pre>
 */
final class HmmLayout {
    final ParameterLayout layout;
    final int states;
    final int begin;
    final int end; // −1 when ends are not learned
    final int firstSymbol; // attributes from here on are symbols
    final int symbols;

    HmmLayout(int states, AttributeIndex attributes) {
        this.layout = new ChainLayoutBuilder(states, attributes.size(), 0, true).complete();
        this.states = states;
        this.begin = attributes.indexOf(Encoder.BEGIN);
        this.end = attributes.indexOf(Encoder.END);
        this.firstSymbol = end < 0 ? 1 : 2;
        this.symbols = attributes.size() - firstSymbol;
    }

    int initial(int state) {
        return begin * states + state;
    }

    int end(int state) {
        return end * states + state;
    }

    int transition(int from, int to) {
        return layout.sharedBegin() + from * states + to;
    }

    /** The parameter of a symbol, counted from 0 among symbols, in a state. */
    int emission(int symbol, int state) {
        return (firstSymbol + symbol) * states + state;
    }
}
