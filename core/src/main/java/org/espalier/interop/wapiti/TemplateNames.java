package org.espalier.interop.wapiti;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What attributes of CRF++'s templates are called in Wapiti: {@code U05:_B-1/the} is {@code u05:_x-1/the}. A token that is
 * itself written {@code _B-1} is taken for such a place.
 */
enum TemplateNames {
    /** Names stay as they are. */
    KEPT {
        @Override
        String rename(String name) {
            return name;
        }
    },
    /** Names of a template become those of its pattern. */
    RENAMED {
        @Override
        String rename(String name) {
            String small = small(name);
            if (small.indexOf("_B") < 0) {
                return small;
            }
            return OUTSIDE.matcher(small).replaceAll(match -> {
                String distance = match.group(2);
                boolean near = distance.length() == 1 && distance.charAt(0) <= '4';
                return "_x" + match.group(1) + (near ? distance : "#");
            });
        }
    };

    private static final Pattern OUTSIDE = Pattern.compile("_B([-+])([1-9][0-9]*)");

    abstract String rename(String name);

    private static String small(String name) {
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    /**
     * The patterns that say the same as a template.
     *
     * @param onlyFirst whether of several lines without a macro for pairs of labels only the first has a meaning
     */
    static List<String> patterns(String template, boolean onlyFirst) {
        List<String> patterns = new ArrayList<>();
        boolean shared = false;
        for (String line : template.split("\n", -1)) {
            if (line.isBlank() || line.charAt(0) == '#') {
                continue;
            }
            boolean bare = line.charAt(0) == 'B' && line.indexOf('%') < 0;
            if (!bare || !shared || !onlyFirst) {
                patterns.add(small(line));
            }
            shared |= bare;
        }
        return patterns;
    }
}
