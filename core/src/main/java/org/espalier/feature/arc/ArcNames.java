package org.espalier.feature.arc;

import java.util.function.Consumer;

/** Spells the attributes of one arc. Each comes alone, and again with the direction and the distance of the arc. */
final class ArcNames {
    private static final int FAR = 10;
    private static final int NEAR = 5;
    private static final int MOST_BETWEEN = 24;

    private final ArcWords sentence;
    private final int head;
    private final int word;
    private final Consumer<CharSequence> sink;
    private final String way;
    private final StringBuilder name = new StringBuilder(64);

    ArcNames(ArcWords sentence, int head, int word, Consumer<CharSequence> sink) {
        this.sentence = sentence;
        this.head = head;
        this.word = word;
        this.sink = sink;
        this.way = way(head, word);
    }

    /** Right or left, and how far: 1 … 5, up to 10, or more. */
    private static String way(int head, int word) {
        int distance = Math.abs(head - word);
        String far = distance <= NEAR ? String.valueOf(distance) : distance <= FAR ? "6" : "11";
        return (head < word ? " R" : " L") + far;
    }

    void report() {
        sink.accept(tell("way"));
        name.append(way);
        sink.accept(name);
        String hw = ArcWords.at(sentence.words, head);
        String mw = ArcWords.at(sentence.words, word);
        String hp = ArcWords.at(sentence.tags, head);
        String mp = ArcWords.at(sentence.tags, word);
        pairs("", hw, hp, mw, mp);
        if (sentence.fineTags.length > 0) {
            String hf = ArcWords.at(sentence.fineTags, head);
            String mf = ArcWords.at(sentence.fineTags, word);
            both(tell("hf:", hf));
            both(tell("mf:", mf));
            both(tell("hf:", hf, " mf:", mf));
            both(tell("hw:", hw, " mf:", mf));
            both(tell("hf:", hf, " mw:", mw));
            around("f", sentence.fineTags, hf, mf);
        }
        if (sentence.lemmas.length > 0) {
            String hl = ArcWords.at(sentence.lemmas, head);
            String ml = ArcWords.at(sentence.lemmas, word);
            both(tell("hl:", hl, " mp:", mp));
            both(tell("hp:", hp, " ml:", ml));
            both(tell("hl:", hl, " ml:", ml));
        }
        if (sentence.morphology.length > 0) {
            String hm = ArcWords.at(sentence.morphology, head);
            String mm = ArcWords.at(sentence.morphology, word);
            both(tell("hp:", hp, " hm:", hm, " mp:", mp, " mm:", mm));
            both(tell("hp:", hp, " mp:", mp, " mm:", mm));
            both(tell("hw:", hw, " mp:", mp, " mm:", mm));
        }
        around("p", sentence.tags, hp, mp);
        between(hp, mp);
    }

    private void pairs(String prefix, String hw, String hp, String mw, String mp) {
        both(tell(prefix, "hw:", hw));
        both(tell(prefix, "hp:", hp));
        both(tell(prefix, "hw:", hw, " hp:", hp));
        both(tell(prefix, "mw:", mw));
        both(tell(prefix, "mp:", mp));
        both(tell(prefix, "mw:", mw, " mp:", mp));
        both(tell(prefix, "hw:", hw, " mw:", mw));
        both(tell(prefix, "hp:", hp, " mp:", mp));
        both(tell(prefix, "hw:", hw, " mp:", mp));
        both(tell(prefix, "hp:", hp, " mw:", mw));
        both(tell(prefix, "hw:", hw, " hp:", hp, " mp:", mp));
        both(tell(prefix, "hp:", hp, " mw:", mw, " mp:", mp));
        both(tell(prefix, "hw:", hw, " hp:", hp, " mw:", mw, " mp:", mp));
    }

    /** The tags beside head and word. */
    private void around(String kind, String[] tags, String hp, String mp) {
        String before = ArcWords.beside(tags, head, -1);
        String after = ArcWords.beside(tags, head, 1);
        String left = ArcWords.beside(tags, word, -1);
        String right = ArcWords.beside(tags, word, 1);
        both(tell(kind, "h:", hp, " h+1:", after, " m-1:", left, " m:", mp));
        both(tell(kind, "h-1:", before, " h:", hp, " m-1:", left, " m:", mp));
        both(tell(kind, "h:", hp, " h+1:", after, " m:", mp, " m+1:", right));
        both(tell(kind, "h-1:", before, " h:", hp, " m:", mp, " m+1:", right));
        both(tell(kind, "h:", hp, " m-1:", left, " m:", mp));
        both(tell(kind, "h:", hp, " m:", mp, " m+1:", right));
        both(tell(kind, "h-1:", before, " h:", hp, " m:", mp));
        both(tell(kind, "h:", hp, " h+1:", after, " m:", mp));
    }

    /** Every tag between head and word, once. */
    private void between(String hp, String mp) {
        int from = Math.min(head, word) + 1;
        int to = Math.min(Math.max(head, word), from + MOST_BETWEEN);
        for (int t = from; t < to; t++) {
            boolean isNew = true;
            for (int earlier = from; earlier < t; earlier++) {
                isNew &= !sentence.tags[earlier].equals(sentence.tags[t]);
            }
            if (isNew) {
                both(tell("h:", hp, " b:", sentence.tags[t], " m:", mp));
            }
        }
    }

    private StringBuilder tell(String... pieces) {
        name.setLength(0);
        for (String piece : pieces) {
            name.append(piece);
        }
        return name;
    }

    private void both(StringBuilder spelt) {
        sink.accept(spelt);
        spelt.append(way);
        sink.accept(spelt);
    }
}
