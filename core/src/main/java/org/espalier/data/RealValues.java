package org.espalier.data;

/** Real values as text: what is a number, and what says that a value is missing. */
public final class RealValues {
    private RealValues() {}

    /** Whether the text says that there is no value: empty, {@code NA}, {@code NaN} (in any case), {@code ?} or {@code _}. */
    public static boolean isMissing(String text) {
        return switch (text.length()) {
            case 0 -> true;
            case 1 -> text.equals("?") || text.equals("_");
            case 2 -> text.equalsIgnoreCase("na");
            case 3 -> text.equalsIgnoreCase("nan");
            default -> false;
        };
    }

    /** The number that the text is, or NaN when it is not a decimal number such as {@code 12}, {@code -.5} or {@code 1.5e-3}. */
    public static double number(String text) {
        return Numbers.parse(text);
    }

    /** Whether the text is a finite decimal number such as {@code 12}, {@code -.5} or {@code 1.5e-3}. */
    public static boolean isNumber(String text) {
        return Double.isFinite(Numbers.parse(text));
    }
}
