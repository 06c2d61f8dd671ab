package org.espalier.server.protocol;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.server.http.Problem;
import org.espalier.text.Sentences;
import org.espalier.text.TextOrigin;
import org.espalier.text.TextRanges;
import org.espalier.text.TextSpan;
import org.espalier.text.TokenizedText;
import org.espalier.text.Tokenizer;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * A document of UIMA in XMI: a text and annotations that stand off from it, with offsets in UTF-16. A type {@code a.b.Name} is an element {@code
 * Name} of the namespace {@code http:///a/b.ecore}.
 */
final class CasDocument {
    private static final String XMI = "http://www.omg.org/XMI";
    private static final String CAS = "http:///uima/cas.ecore";
    private static final String SEGMENTATION = "http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore";
    private static final String PREDICTED = "inception_internal_predicted";

    private final Document document;
    private final Element sofa;
    private final String namespace;
    private final String name;
    private final String feature;
    private final Set<String> declared; // features of the layer
    private int lastId;

    CasDocument(String xmi, String typeSystem, String layer, String feature) {
        this.document = SafeXml.parse(xmi, "the document");
        this.sofa = only("Sofa");
        int dot = layer.lastIndexOf('.');
        this.namespace = dot < 0
                ? "http:///uima/noNamespace.ecore"
                : "http:///" + layer.substring(0, dot).replace('.', '/') + ".ecore";
        this.name = layer.substring(dot + 1);
        this.feature = feature;
        this.declared = features(typeSystem, layer);
        if (!declared.contains(feature)) {
            throw Problem.of(422, "the type system has no feature '" + feature + "' of the layer '" + layer + "'");
        }
    }

    private Element only(String local) {
        List<Element> found = SafeXml.elements(document, CAS, local);
        if (found.isEmpty()) {
            throw Problem.bad("the document has no cas:" + local + "; expected XMI of UIMA");
        }
        return found.get(0);
    }

    private static Set<String> features(String typeSystem, String layer) {
        Set<String> features = new TreeSet<>();
        Document types = SafeXml.parse(typeSystem, "the type system");
        for (Element type : SafeXml.elements(types, "*", "typeDescription")) {
            if (child(type).equals(layer)) {
                NodeList all = type.getElementsByTagNameNS("*", "featureDescription");
                for (int k = 0; k < all.getLength(); k++) {
                    features.add(child((Element) all.item(k)));
                }
            }
        }
        return features;
    }

    /** The text of the first {@code name} inside. */
    private static String child(Element element) {
        NodeList names = element.getElementsByTagNameNS("*", "name");
        return names.getLength() == 0 ? "" : names.item(0).getTextContent().strip();
    }

    String text() {
        return sofa.getAttribute("sofaString");
    }

    private record Range(int start, int end) {}

    private List<Range> ranges(String local) {
        List<Range> ranges = new ArrayList<>();
        for (Element element : SafeXml.elements(document, SEGMENTATION, local)) {
            ranges.add(range(element));
        }
        ranges.sort(Comparator.comparingInt(Range::start));
        return ranges;
    }

    private Range range(Element element) {
        try {
            int start = Integer.parseInt(element.getAttribute("begin"));
            int end = Integer.parseInt(element.getAttribute("end"));
            if (start >= 0 && start <= end && end <= text().length()) {
                return new Range(start, end);
            }
        } catch (NumberFormatException e) {
            throw Problem.bad("an annotation has no numbers as begin and end");
        }
        throw Problem.bad("an annotation is not inside the text");
    }

    /** The sentences and tokens of the document, to which annotations must keep; by rule where it has none. */
    List<TokenizedText> sentences(Tokenizer tokenizer) {
        String text = text();
        List<Range> tokens = ranges("Token");
        List<Range> sentences = ranges("Sentence");
        List<TokenizedText> all = new ArrayList<>();
        if (sentences.isEmpty()) {
            TextRanges found = Sentences.of(text);
            for (int k = 0; k < found.size(); k++) {
                sentences.add(new Range(found.start(k), found.end(k)));
            }
        }
        int next = 0;
        for (Range sentence : sentences) {
            String own = text.substring(sentence.start(), sentence.end());
            List<Range> inside = new ArrayList<>();
            while (next < tokens.size() && tokens.get(next).start() < sentence.end()) {
                Range token = tokens.get(next++);
                if (token.start() >= sentence.start() && token.end() <= sentence.end() && token.start() < token.end()) {
                    inside.add(token);
                }
            }
            all.add(new TokenizedText(
                    own,
                    tokens.isEmpty() ? tokenizer.tokenize(own) : relative(inside, sentence.start()),
                    TextOrigin.START.after(text.substring(0, sentence.start())),
                    null,
                    sentence.end() == text.length()));
        }
        return all;
    }

    private static TextRanges relative(List<Range> ranges, int begin) {
        try {
            return TextRanges.of(
                    ranges.stream().mapToInt(range -> range.start() - begin).toArray(),
                    ranges.stream().mapToInt(range -> range.end() - begin).toArray());
        } catch (IllegalArgumentException e) {
            throw Problem.bad("the tokens of a sentence overlap");
        }
    }

    /** The annotations of the layer that have a value of the feature. */
    List<TextSpan> annotated() {
        List<TextSpan> spans = new ArrayList<>();
        for (Element element : SafeXml.elements(document, namespace, name)) {
            Range range = range(element);
            if (!element.getAttribute(feature).isEmpty() && range.start() < range.end()) {
                spans.add(TextSpan.of(text(), range.start(), range.end(), element.getAttribute(feature)));
            }
        }
        spans.sort(Comparator.comparingInt(TextSpan::start));
        return spans;
    }

    /** Adds a prediction. */
    void predict(TextSpan span, double score) {
        Element root = document.getDocumentElement();
        String prefix = root.lookupPrefix(namespace);
        Element element = document.createElementNS(namespace, (prefix == null ? "espalier" : prefix) + ":" + name);
        String id = freeId();
        element.setAttributeNS(XMI, "xmi:id", id);
        element.setAttribute("sofa", sofa.getAttributeNS(XMI, "id"));
        element.setAttribute("begin", String.valueOf(span.start()));
        element.setAttribute("end", String.valueOf(span.end()));
        element.setAttribute(feature, span.type());
        if (declared.contains(feature + "_score")) {
            element.setAttribute(feature + "_score", String.format(Locale.ROOT, "%.6f", score));
        }
        if (declared.contains(PREDICTED)) {
            element.setAttribute(PREDICTED, "true");
        }
        Element view = only("View");
        root.insertBefore(element, view);
        view.setAttribute("members", (view.getAttribute("members") + " " + id).strip());
    }

    private String freeId() {
        if (lastId == 0) {
            for (Element element : SafeXml.elements(document, "*", "*")) {
                String id = element.getAttributeNS(XMI, "id");
                lastId = id.matches("[0-9]{1,9}") ? Math.max(lastId, Integer.parseInt(id)) : lastId;
            }
        }
        lastId++;
        return String.valueOf(lastId);
    }

    String write() {
        return SafeXml.write(document);
    }
}
