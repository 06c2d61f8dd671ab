package org.espalier.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The topic under which the help lists an option. On a class it holds for all options that the class declares, classes inside it
 * included; on a field it overrides that. An option without a topic is listed under {@link Topic#OTHER}, and fails a test.
 */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD})
public @interface HelpTopic {

    /** The topic. */
    Topic value();
}
