package org.espalier.cli.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import org.espalier.cli.output.XmlText;

/** Elements that are closed in the order in which they were opened, and texts that are escaped. */
final class Markup {
    /** A line end behind these would be a blank on the page. */
    private static final Set<String> INLINE = Set.of("bdi", "small", "span", "strong");

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Begins an element; attributes are names and values in turn. */
    Markup open(String element, String... attributes) {
        tag(element, attributes).append('>');
        open.push(element);
        return this;
    }

    private StringBuilder tag(String element, String... attributes) {
        out.append('<').append(element);
        for (int k = 0; k < attributes.length; k += 2) {
            out.append(' ').append(attributes[k]).append("=\"");
            out.append(XmlText.escaped(attributes[k + 1])).append('"');
        }
        return out;
    }

    /** Ends the element that was begun last. */
    Markup close() {
        String element = open.pop();
        out.append("</").append(element).append(INLINE.contains(element) ? ">" : ">\n");
        return this;
    }

    Markup text(String text) {
        out.append(XmlText.escaped(text));
        return this;
    }

    /** An element that holds nothing but a text. */
    Markup element(String element, String text, String... attributes) {
        return open(element, attributes).text(text).close();
    }

    /** An element that holds nothing. */
    Markup empty(String element, String... attributes) {
        tag(element, attributes).append("/>\n");
        return this;
    }

    /** What is well-formed already. */
    Markup raw(String markup) {
        out.append(markup);
        return this;
    }

    /** The first row of a table: the first cell to the left, numbers to the right. */
    Markup head(String... cells) {
        open("thead").open("tr");
        for (String cell : cells) {
            element("th", cell, "scope", "col");
        }
        return close().close();
    }

    /** A cell with a bar behind its number, as long as the share of 1. */
    Markup bar(String text, double share) {
        return element("td", text, "class", "bar", "style", String.format(Locale.ROOT, "--share:%.3f", share));
    }

    /** A label in its colour, with what it is in small print before it. */
    Markup label(String role, String label, String colour) {
        open("span", "class", ("label " + colour).strip());
        if (!role.isEmpty()) {
            element("small", role);
        }
        return text(label).close();
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f", 100 * share);
    }

    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return out.toString();
    }
}
