package org.espalier.cli.help;

import java.util.Locale;
import org.espalier.feature.text.Preset;

/** The page of the presets of {@code --features}: what each is for and which items it stands for. */
public final class FeaturePresets {
    private static final int WIDTH = 80;
    private static final String INDENT = "      ";

    private FeaturePresets() {}

    public static String page() {
        StringBuilder page = new StringBuilder("Presets for --features. A preset may stand between other items:"
                + String.format(Locale.ROOT, "%n  --features 'ner,clusters(brown=paths.txt)'%n"));
        for (Preset preset : Preset.all()) {
            page.append(String.format(Locale.ROOT, "%n  %s: %s%n", preset.name(), preset.purpose()));
            wrap(preset.specification(), page);
        }
        return page.toString();
    }

    /** Breaks lines behind commas between items. */
    private static void wrap(String specification, StringBuilder page) {
        StringBuilder line = new StringBuilder(INDENT);
        for (String item : specification.split("(?<=,)(?![^(]*\\))")) {
            if (line.length() > INDENT.length() && line.length() + item.length() > WIDTH) {
                page.append(line).append(System.lineSeparator());
                line = new StringBuilder(INDENT);
            }
            line.append(item);
        }
        page.append(line).append(System.lineSeparator());
    }
}
