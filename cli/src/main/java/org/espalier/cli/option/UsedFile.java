package org.espalier.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says what a command does with the files that an option or a parameter names, so that one place can see to it that no
 * output is an input or another output. Every option of files carries it; a test sees to that.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface UsedFile {

    /** What is done with a file. */
    enum Use {
        /** It is read. */
        READ,
        /** It is written, or replaced. */
        WRITTEN,
        /** It is a directory in which files are made that are not there yet. */
        DIRECTORY,
        /** It is text in which the names of files may stand: a specification of features, or a parameter of a search. */
        NAMED_IN_TEXT,
        /** The command tells, in its {@code declare}. */
        DECLARED,
        /** Nothing: the option is accepted and has no effect. */
        NONE
    }

    /** What is done with the files. */
    Use value();

    /** What they hold, as messages say it. */
    String what() default "";

    /** Whether {@code -} is standard input. */
    boolean standardInput() default false;

    /** The {@link #what} of an output that may take the place of this input, which is read as a whole before. */
    String replacedBy() default "";
}
