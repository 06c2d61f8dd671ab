package org.espalier.cli.option;

import java.util.Map;
import java.util.Stack;
import org.espalier.evaluate.errors.ErrorAnalysis;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Takes the number of worst sequences after an option only if there is one, so that a file may follow. */
public final class OptionalWorst implements IParameterPreprocessor {
    @Override
    public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
        boolean attached = "=".equals(info.get("separator"));
        if (!attached && (args.isEmpty() || !args.peek().matches("[0-9]+"))) {
            args.push(String.valueOf(ErrorAnalysis.USUAL_WORST));
        }
        return false;
    }
}
