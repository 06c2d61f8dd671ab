package org.espalier.feature.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Reads kernel specifications; the grammar stands at {@link KernelFunction#parse}. */
final class KernelParser {
    private static final int DEEPEST = 100;
    private static final String NAMES = "linear, polynomial, rbf, string, spectrum, tree or normalised";

    private final String text;
    private int at;
    private int depth;

    KernelParser(String text) {
        this.text = text;
    }

    KernelFunction parse() {
        KernelFunction kernel = sum();
        if (at < text.length()) {
            throw problem(at, "expected '+', '*' or the end");
        }
        return kernel;
    }

    private KernelFunction sum() {
        if (++depth > DEEPEST) {
            throw problem(at, "expected brackets at most " + DEEPEST + " deep");
        }
        List<KernelFunction> parts = new ArrayList<>();
        do {
            parts.add(product());
        } while (accept('+'));
        depth--;
        return parts.size() == 1 ? parts.get(0) : new SumKernel(parts);
    }

    private KernelFunction product() {
        List<KernelFunction> parts = new ArrayList<>();
        do {
            parts.add(factor());
        } while (accept('*'));
        return parts.size() == 1 ? parts.get(0) : new ProductKernel(parts);
    }

    private KernelFunction factor() {
        skipBlanks();
        int begin = at;
        if (accept('(')) {
            KernelFunction inner = sum();
            expect(')');
            return inner;
        }
        String word = word();
        if (word.isEmpty()) {
            throw problem(begin, "expected a number, '(' or a kernel: " + NAMES);
        }
        if (Character.isDigit(word.charAt(0)) || word.charAt(0) == '-' || word.charAt(0) == '.') {
            return located(begin, () -> new ConstantKernel(number(begin, word)));
        }
        if (word.equals("normalised")) {
            expect('(');
            KernelFunction inner = sum();
            expect(')');
            return new NormalisedKernel(inner);
        }
        return named(begin, word);
    }

    private KernelFunction named(int begin, String name) {
        Set<String> known = switch (name) {
            case "linear" -> Set.of();
            case "polynomial" -> Set.of("degree", "gamma", "coefficient");
            case "rbf" -> Set.of("gamma");
            case "string" -> Set.of("length", "decay", "column");
            case "spectrum" -> Set.of("length", "column");
            case "tree" -> Set.of("decay", "column");
            default -> throw problem(begin, "unknown kernel '" + name + "'; expected " + NAMES);
        };
        Arguments arguments = arguments(name, known);
        return located(begin, () -> switch (name) {
            case "linear" -> new LinearKernel();
            case "polynomial" ->
                new PolynomialKernel(
                        arguments.whole("degree", 2), arguments.real("gamma", 1), arguments.real("coefficient", 1));
            case "rbf" -> new RbfKernel(arguments.real("gamma", 1));
            case "string" ->
                new SubsequenceKernel(
                        arguments.whole("length", 3), arguments.real("decay", 0.5), arguments.whole("column", 0));
            case "spectrum" -> new SpectrumKernel(arguments.whole("length", 3), arguments.whole("column", 0));
            default -> new SubsetTreeKernel(arguments.real("decay", 0.4), arguments.whole("column", 0));
        });
    }

    /** Builds a kernel and says where it stands when a number is not one that it takes. */
    private KernelFunction located(int begin, Supplier<KernelFunction> supplier) {
        try {
            return supplier.get();
        } catch (KernelSyntaxException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw problem(begin, String.valueOf(e.getMessage()));
        }
    }

    /** The numbers in a kernel's brackets, by name, and where each stands. */
    private final class Arguments {
        private final Map<String, Double> values = new LinkedHashMap<>();
        private final Map<String, Integer> places = new LinkedHashMap<>();

        double real(String name, double usual) {
            return values.getOrDefault(name, usual);
        }

        int whole(String name, int usual) {
            double value = real(name, usual);
            if (value != (int) value) {
                throw problem(places.getOrDefault(name, 0), name + " = " + value + "; expected a whole number");
            }
            return (int) value;
        }
    }

    private Arguments arguments(String kernel, Set<String> known) {
        Arguments arguments = new Arguments();
        if (!accept('(') || accept(')')) {
            return arguments;
        }
        do {
            skipBlanks();
            int begin = at;
            String name = word();
            if (!known.contains(name)) {
                throw problem(
                        begin,
                        "'" + name + "' is not a parameter of " + kernel + "; expected "
                                + (known.isEmpty()
                                        ? "none"
                                        : String.join(
                                                ", ", known.stream().sorted().toList())));
            }
            expect('=');
            skipBlanks();
            int place = at;
            if (arguments.values.put(name, number(place, word())) != null) {
                throw problem(begin, name + " occurs twice");
            }
            arguments.places.put(name, place);
        } while (accept(','));
        expect(')');
        return arguments;
    }

    private double number(int begin, String word) {
        try {
            double value = Double.parseDouble(word);
            if (Double.isFinite(value) && word.matches("[-+0-9.eE]+")) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw problem(begin, "'" + word + "' is not a number; expected one such as 0.5");
    }

    private String word() {
        skipBlanks();
        int begin = at;
        while (at < text.length() && isWord(at, begin)) {
            at++;
        }
        return text.substring(begin, at);
    }

    /** A sign belongs to a number at its beginning and in its exponent; elsewhere + adds kernels. */
    private boolean isWord(int place, int begin) {
        char c = text.charAt(place);
        boolean exponent = place > begin
                && (text.charAt(place - 1) == 'e' || text.charAt(place - 1) == 'E')
                && !Character.isLetter(text.charAt(begin));
        return Character.isLetterOrDigit(c) || c == '.' || (c == '-' || c == '+') && (place == begin || exponent);
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean accept(char expected) {
        skipBlanks();
        boolean found = at < text.length() && text.charAt(at) == expected;
        if (found) {
            at++;
            skipBlanks();
        }
        return found;
    }

    private void expect(char expected) {
        if (!accept(expected)) {
            throw problem(at, "expected '" + expected + "'");
        }
    }

    private KernelSyntaxException problem(int where, String what) {
        String found = where < text.length() ? "at '" + text.substring(where) + "'" : "at the end";
        return new KernelSyntaxException(
                "kernel '" + text + "', character " + (where + 1) + ", " + found + ": " + what);
    }

    /** So that a message gets its place once. */
    private static final class KernelSyntaxException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        KernelSyntaxException(String message) {
            super(message);
        }
    }
}
