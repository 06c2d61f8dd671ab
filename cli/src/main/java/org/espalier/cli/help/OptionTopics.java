package org.espalier.cli.help;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a command that its help shows, by topic. */
public final class OptionTopics {
    private OptionTopics() {}

    /** Options by topic, both in their order; topics without options are absent. */
    public static Map<Topic, List<OptionSpec>> of(CommandSpec command) {
        Map<Topic, List<OptionSpec>> topics = new EnumMap<>(Topic.class);
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                topics.computeIfAbsent(topic(option), topic -> new ArrayList<>())
                        .add(option);
            }
        }
        return topics;
    }

    /** The names of a command's topics. */
    public static List<String> names(CommandSpec command) {
        return of(command).keySet().stream().map(Topic::toString).toList();
    }

    /** The topic of an option: that of its field, or of the innermost class around it that has one. */
    public static Topic topic(OptionSpec option) {
        if (option.usageHelp() || option.versionHelp() || option.inherited()) {
            return Topic.GENERAL;
        }
        if (!(option.userObject() instanceof Field field)) {
            return Topic.OTHER;
        }
        HelpTopic given = field.getAnnotation(HelpTopic.class);
        for (Class<?> owner = field.getDeclaringClass(); given == null && owner != null; ) {
            given = owner.getAnnotation(HelpTopic.class);
            owner = owner.getEnclosingClass();
        }
        return given == null ? Topic.OTHER : given.value();
    }

    /** What the short help says of an option: null when it does not show it, empty for its description. */
    static @Nullable String essential(OptionSpec option) {
        if (option.usageHelp()) {
            return "";
        }
        Essential mark = option.userObject() instanceof Field field ? field.getAnnotation(Essential.class) : null;
        return mark == null ? null : mark.value();
    }
}
