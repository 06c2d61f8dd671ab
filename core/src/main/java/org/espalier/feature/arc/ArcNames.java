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

    /** A few, for a model that only chooses arcs: tags, the words with tags, and the tags around and between. */
    void reportCoarse() {
        sink.accept(tell("way"));
        name.append(way);
        sink.accept(name);
        String hp = ArcWords.at(sentence.tags, head);
        String mp = ArcWords.at(sentence.tags, word);
        String hw = ArcWords.at(sentence.words, head);
        String mw = ArcWords.at(sentence.words, word);
        near(tell("hp:", hp, " mp:", mp));
        near(tell("hw:", hw, " mp:", mp));
        near(tell("hp:", hp, " mw:", mw));
        near(tell("hw:", hw, " mw:", mw));
        if (sentence.fineTags.length > 0) {
            String hf = ArcWords.at(sentence.fineTags, head);
            String mf = ArcWords.at(sentence.fineTags, word);
            near(tell("hf:", hf, " mf:", mf));
        }
        String before = ArcWords.beside(sentence.tags, head, -1);
        String after = ArcWords.beside(sentence.tags, head, 1);
        String left = ArcWords.beside(sentence.tags, word, -1);
        String right = ArcWords.beside(sentence.tags, word, 1);
        near(tell("h:", hp, " h+1:", after, " m-1:", left, " m:", mp));
        near(tell("h-1:", before, " h:", hp, " m:", mp, " m+1:", right));
        near(tell("h-1:", before, " h:", hp, " m-1:", left, " m:", mp));
        near(tell("h:", hp, " h+1:", after, " m:", mp, " m+1:", right));
        count(hp, mp);
        between(hp, mp, false);
    }

    private void near(StringBuilder spelt) {
        spelt.append(way);
        sink.accept(spelt);
    }

    /** How many verbs, marks of punctuation and conjunctions are between head and word. */
    private void count(String hp, String mp) {
        int verbs = 0;
        int marks = 0;
        int conjunctions = 0;
        for (int t = Math.min(head, word) + 1; t < Math.max(head, word); t++) {
            String tag = sentence.tags[t];
            verbs += tag.equals("VERB") ? 1 : 0;
            marks += tag.equals("PUNCT") ? 1 : 0;
            conjunctions += tag.equals("CCONJ") ? 1 : 0;
        }
        String side = head < word ? "R" : "L";
        sink.accept(tell("hp:", hp, " mp:", mp, " v:", few(verbs), side));
        sink.accept(tell("hp:", hp, " mp:", mp, " p:", few(marks), side));
        sink.accept(tell("hp:", hp, " mp:", mp, " c:", few(conjunctions), side));
        sink.accept(tell("hp:", hp, " mp:", mp, " vpc:", few(verbs), few(marks), few(conjunctions), side));
    }

    private static String few(int count) {
        return count == 0 ? "0" : count == 1 ? "1" : count == 2 ? "2" : "3";
    }

    /** All, with those that count what is between head and word, and those by the direction alone. */
    void reportRich() {
        report();
        String hp = ArcWords.at(sentence.tags, head);
        String mp = ArcWords.at(sentence.tags, word);
        count(hp, mp);
        String side = head < word ? " R" : " L";
        String mw = ArcWords.at(sentence.words, word);
        String hw = ArcWords.at(sentence.words, head);
        sink.accept(tell("hp:", hp, " mp:", mp, side));
        sink.accept(tell("hw:", hw, " mp:", mp, side));
        sink.accept(tell("hp:", hp, " mw:", mw, side));
        sink.accept(tell("hw:", hw, " mw:", mw, side));
        if (sentence.fineTags.length > 0) {
            sink.accept(tell(
                    "hf:", ArcWords.at(sentence.fineTags, head), " mf:", ArcWords.at(sentence.fineTags, word), side));
        }
        String left = ArcWords.beside(sentence.tags, word, -1);
        String right = ArcWords.beside(sentence.tags, word, 1);
        sink.accept(tell("hp:", hp, " m-1:", left, " mp:", mp, " m+1:", right, side));
        String before = ArcWords.beside(sentence.tags, head, -1);
        String after = ArcWords.beside(sentence.tags, head, 1);
        sink.accept(tell("h-1:", before, " hp:", hp, " h+1:", after, " mp:", mp, side));
        sink.accept(tell("m-1:", left, " mw:", mw, " m+1:", right, side));
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
        between(hp, mp, true);
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
    private void between(String hp, String mp, boolean alsoAlone) {
        int from = Math.min(head, word) + 1;
        int to = Math.min(Math.max(head, word), from + MOST_BETWEEN);
        for (int t = from; t < to; t++) {
            boolean isNew = true;
            for (int earlier = from; earlier < t; earlier++) {
                isNew &= !sentence.tags[earlier].equals(sentence.tags[t]);
            }
            if (isNew) {
                StringBuilder spelt = tell("h:", hp, " b:", sentence.tags[t], " m:", mp);
                if (alsoAlone) {
                    both(spelt);
                } else {
                    near(spelt);
                }
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
