package org.espalier.feature.arc;

import java.util.function.Consumer;

/** Spells the attributes of two arcs that are next to each other, with their directions. */
final class PairNames {
    private static final String FIRST = "<first>";

    private final ArcWords sentence;
    private final Consumer<CharSequence> sink;
    private final StringBuilder name = new StringBuilder(64);
    private String way = "";

    PairNames(ArcWords sentence, Consumer<CharSequence> sink) {
        this.sentence = sentence;
        this.sink = sink;
    }

    private static String at(String[] column, int t) {
        return t < -1 ? FIRST : ArcWords.at(column, t);
    }

    /** How far a sibling is from the next: 1, 2, up to 5, or more. */
    private static String distance(int sibling, int word) {
        int distance = Math.abs(sibling - word);
        return distance == 1 ? " 1" : distance == 2 ? " 2" : distance <= 5 ? " 3" : " 6";
    }

    void reportSibling(int head, int sibling, int word) {
        way = head < word ? " sR" : " sL";
        String far = sibling < -1 ? " 0" : distance(sibling, word);
        String hp = at(sentence.tags, head);
        String sp = at(sentence.tags, sibling);
        String mp = at(sentence.tags, word);
        String hw = at(sentence.words, head);
        String sw = at(sentence.words, sibling);
        String mw = at(sentence.words, word);
        tell("sp:", sp, " mp:", mp);
        tell("sp:", sp, " mp:", mp, far);
        tell("hp:", hp, " sp:", sp, " mp:", mp);
        tell("hp:", hp, " sp:", sp, " mp:", mp, far);
        tell("sw:", sw, " mw:", mw);
        tell("sw:", sw, " mp:", mp);
        tell("sp:", sp, " mw:", mw);
        tell("hw:", hw, " sp:", sp, " mp:", mp);
        tell("hp:", hp, " sw:", sw, " mp:", mp);
        tell("hp:", hp, " sp:", sp, " mw:", mw);
        tell("hp:", hp, " sw:", sw, " mw:", mw);
        if (sentence.fineTags.length > 0) {
            String sf = at(sentence.fineTags, sibling);
            String mf = at(sentence.fineTags, word);
            tell("sf:", sf, " mf:", mf, far);
            tell("hf:", at(sentence.fineTags, head), " sf:", sf, " mf:", mf);
        }
        if (sentence.lemmas.length > 0) {
            String hl = at(sentence.lemmas, head);
            String sl = at(sentence.lemmas, sibling);
            String ml = at(sentence.lemmas, word);
            tell("sl:", sl, " ml:", ml);
            tell("hl:", hl, " sp:", sp, " mp:", mp);
            tell("hl:", hl, " sl:", sl, " mp:", mp);
            tell("hl:", hl, " sp:", sp, " ml:", ml);
            tell("hp:", hp, " sl:", sl, " ml:", ml);
        }
        if (sentence.morphology.length > 0) {
            String hm = at(sentence.morphology, head);
            String sm = at(sentence.morphology, sibling);
            String mm = at(sentence.morphology, word);
            tell("sp:", sp, " sm:", sm, " mp:", mp, " mm:", mm);
            tell("hp:", hp, " hm:", hm, " sp:", sp, " mp:", mp);
        }
    }

    void reportGrandparent(int grandparent, int head, int word) {
        way = grandparent < head ? (head < word ? " gRR" : " gRL") : head < word ? " gLR" : " gLL";
        String gp = at(sentence.tags, grandparent);
        String hp = at(sentence.tags, head);
        String mp = at(sentence.tags, word);
        String gw = at(sentence.words, grandparent);
        String hw = at(sentence.words, head);
        String mw = at(sentence.words, word);
        tell("gp:", gp, " mp:", mp);
        tell("gp:", gp, " hp:", hp, " mp:", mp);
        tell("gp:", gp, " hp:", hp, " mp:", mp, distance(grandparent, word), distance(head, word));
        tell("gw:", gw, " mw:", mw);
        tell("gw:", gw, " mp:", mp);
        tell("gp:", gp, " mw:", mw);
        tell("gw:", gw, " hp:", hp, " mp:", mp);
        tell("gp:", gp, " hw:", hw, " mp:", mp);
        tell("gp:", gp, " hp:", hp, " mw:", mw);
        if (sentence.fineTags.length > 0) {
            String gf = at(sentence.fineTags, grandparent);
            String hf = at(sentence.fineTags, head);
            String mf = at(sentence.fineTags, word);
            tell("gf:", gf, " hf:", hf, " mf:", mf);
            tell("gf:", gf, " mf:", mf);
        }
        if (sentence.lemmas.length > 0) {
            String gl = at(sentence.lemmas, grandparent);
            String hl = at(sentence.lemmas, head);
            String ml = at(sentence.lemmas, word);
            tell("gl:", gl, " ml:", ml);
            tell("gl:", gl, " hp:", hp, " ml:", ml);
            tell("gp:", gp, " hl:", hl, " ml:", ml);
            tell("gl:", gl, " hl:", hl, " mp:", mp);
            tell("gl:", gl, " hl:", hl, " ml:", ml);
        }
        if (sentence.morphology.length > 0) {
            String gm = at(sentence.morphology, grandparent);
            String hm = at(sentence.morphology, head);
            String mm = at(sentence.morphology, word);
            tell("gp:", gp, " gm:", gm, " mp:", mp, " mm:", mm);
            tell("gp:", gp, " hp:", hp, " hm:", hm, " mp:", mp);
        }
    }

    private void tell(String... pieces) {
        name.setLength(0);
        for (String piece : pieces) {
            name.append(piece);
        }
        sink.accept(name.append(way));
    }
}
