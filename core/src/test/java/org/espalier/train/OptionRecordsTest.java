package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.data.LabelNotation;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.online.OnlineOptions;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.batch.RpropOptions;
import org.espalier.optimize.dual.DualOptions;
import org.espalier.optimize.stochastic.CalibrationOptions;
import org.espalier.optimize.stochastic.StochasticOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every {@code withX} of every record of options changes X, and nothing else. */
class OptionRecordsTest {

    static Stream<Record> options() {
        return Stream.of(
                TrainingOptions.DEFAULTS,
                TrainingOptions.DEFAULTS.selection(),
                OnlineOptions.DEFAULTS,
                LbfgsOptions.DEFAULTS,
                StochasticOptions.DEFAULTS,
                CalibrationOptions.DEFAULTS,
                DualOptions.DEFAULTS,
                RpropOptions.DEFAULTS);
    }

    private static Optional<Method> with(Record options, RecordComponent component) {
        String name = component.getName();
        String wanted = "with" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        return Stream.of(options.getClass().getMethods())
                .filter(method -> method.getName().equals(wanted))
                .filter(method -> List.of(method.getParameterTypes()).equals(List.of(component.getType())))
                .findFirst();
    }

    private static Object value(Record options, RecordComponent component) throws ReflectiveOperationException {
        return component.getAccessor().invoke(options);
    }

    /** Another value of the same kind that is as good. */
    private static Object another(Object value) {
        if (value instanceof Boolean flag) {
            return !flag;
        } else if (value instanceof Integer number) {
            return number + 1;
        } else if (value instanceof Long number) {
            return number + 1;
        } else if (value instanceof Double number) {
            return number == 0 ? 0.25 : number * 1.25;
        } else if (value instanceof Enum<?> constant) {
            Object[] all = constant.getDeclaringClass().getEnumConstants();
            return all[(constant.ordinal() + 1) % all.length];
        } else if (value instanceof Penalty) {
            return Penalty.l2(7);
        } else if (value instanceof EarlyStopping stopping) {
            return new EarlyStopping(stopping.metric(), stopping.patience() + 1);
        } else if (value instanceof LabelNotation) {
            return new LabelNotation("_", "/");
        } else if (value instanceof FeatureSelection selection) {
            return selection.withMinCount(9);
        } else if (value instanceof OnlineOptions online) {
            return online.withEpochs(9);
        } else if (value instanceof LbfgsOptions lbfgs) {
            return lbfgs.withMemory(9);
        } else if (value instanceof StochasticOptions stochastic) {
            return stochastic.withEpochs(9);
        } else if (value instanceof CalibrationOptions calibration) {
            return calibration.withTrials(9);
        } else if (value instanceof RpropOptions rprop) {
            return rprop.withBacktracking(!rprop.backtracking());
        } else if (value instanceof HiddenStates) {
            return new HiddenStates(3);
        }
        throw new IllegalArgumentException("no other value than " + value);
    }

    @ParameterizedTest
    @MethodSource("options")
    void oneComponentChangesAtATime(Record options) throws ReflectiveOperationException {
        int changed = 0;
        for (RecordComponent component : options.getClass().getRecordComponents()) {
            Optional<Method> with = with(options, component);
            if (with.isEmpty() || value(options, component) == null) {
                continue;
            }
            Object other = another(value(options, component));
            Record result = (Record) with.get().invoke(options, other);
            for (RecordComponent each : options.getClass().getRecordComponents()) {
                assertThat(value(result, each))
                        .as("%s of %s after %s", each.getName(), options, with.get())
                        .isEqualTo(each.getName().equals(component.getName()) ? other : value(options, each));
            }
            changed++;
        }
        assertThat(changed).as("components with a method of their own").isGreaterThan(1);
    }

    /** Short cuts reach into the records within. */
    @Test
    void shortCutsChangeWhatTheySay() {
        TrainingOptions options = TrainingOptions.DEFAULTS;
        assertThat(options.withL1(3))
                .isEqualTo(options.withPenalty(new Penalty(3, options.penalty().l2())));
        assertThat(options.withL2(3))
                .isEqualTo(options.withPenalty(new Penalty(options.penalty().l1(), 3)));
        assertThat(options.withMaxIterations(3))
                .isEqualTo(options.withOptimizer(options.optimizer().withMaxIterations(3)));
        assertThat(options.withTolerance(3))
                .isEqualTo(options.withOptimizer(options.optimizer().withObjectiveTolerance(3)));
        assertThat(options.withGradientTolerance(3))
                .isEqualTo(options.withOptimizer(options.optimizer().withGradientTolerance(3)));
        FeatureSelection selection = options.selection();
        assertThat(options.withMinCount(3)).isEqualTo(options.withSelection(selection.withMinCount(3)));
        assertThat(options.withMinFeatureCount(3)).isEqualTo(options.withSelection(selection.withMinFeatureCount(3)));
        assertThat(options.withBoundaries(!selection.boundaries()))
                .isEqualTo(options.withSelection(selection.withBoundaries(!selection.boundaries())));
        assertThat(options.withAllFeatures(true).selection().allStates()).isTrue();
        assertThat(options.withAllFeatures(true).selection().allTransitions()).isTrue();
        assertThat(options.withThreads(3).workers()).isEqualTo(3);
        assertThat(options.withThreads(0).workers())
                .isEqualTo(Runtime.getRuntime().availableProcessors());
    }
}
