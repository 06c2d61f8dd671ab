package org.espalier.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks an option that newcomers need: {@code --help} of a command with many options shows these, and the topics of the others. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Essential {

    /** What {@code --help} says of the option, where its description is too long; empty for the description. */
    String value() default "";
}
