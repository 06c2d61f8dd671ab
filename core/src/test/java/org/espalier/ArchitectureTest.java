package org.espalier;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.nio.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.espalier.inference.Inference;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.loss.LossFunction;
import org.espalier.loss.chain.ChainLosses;
import org.espalier.train.run.TrainingPlan;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The order of the packages of core, and what core keeps away from. */
final class ArchitectureTest {
    private static final String ROOT = "org.espalier.";

    /** Which packages a package may use with all of their rooms, besides itself. */
    private static final Map<String, Set<String>> ALLOWED = Map.ofEntries(
            Map.entry("math", Set.of()),
            Map.entry("parallel", Set.of()),
            Map.entry("text", Set.of()),
            Map.entry("data", Set.of("text")),
            Map.entry("structure", Set.of("data", "math")),
            Map.entry("optimize", Set.of("math", "parallel")),
            Map.entry("feature", Set.of("data", "math", "parallel", "structure")),
            Map.entry("cluster", Set.of("feature")),
            Map.entry("inference", Set.of("structure", "math")),
            Map.entry("scoring", Set.of("structure", "feature", "math", "inference", "parallel")),
            Map.entry("graph", Set.of("data", "structure", "inference", "math")),
            Map.entry("loss", Set.of("inference", "structure", "math")),
            Map.entry("online", Set.of("inference", "scoring", "structure", "math")),
            Map.entry(
                    "labelling",
                    Set.of("data", "feature", "structure", "inference", "scoring", "loss", "online", "math")),
            Map.entry(
                    "model",
                    Set.of(
                            "labelling",
                            "feature",
                            "scoring",
                            "structure",
                            "inference",
                            "text",
                            "data",
                            "math",
                            "parallel")),
            Map.entry(
                    "train",
                    Set.of(
                            "math",
                            "parallel",
                            "data",
                            "structure",
                            "optimize",
                            "feature",
                            "inference",
                            "scoring",
                            "loss",
                            "online",
                            "labelling",
                            "model",
                            "evaluate")),
            Map.entry("emission", Set.of("data", "structure", "feature", "scoring", "labelling", "model")),
            Map.entry("entropy", Set.of("optimize", "math", "parallel")),
            Map.entry(
                    "generative",
                    Set.of(
                            "math",
                            "parallel",
                            "data",
                            "structure",
                            "optimize",
                            "feature",
                            "inference",
                            "scoring",
                            "labelling",
                            "model",
                            "train")),
            Map.entry(
                    "kernel",
                    Set.of(
                            "math",
                            "parallel",
                            "data",
                            "structure",
                            "optimize",
                            "feature",
                            "inference",
                            "scoring",
                            "loss",
                            "labelling",
                            "model",
                            "train")),
            Map.entry(
                    "network",
                    Set.of(
                            "math",
                            "parallel",
                            "data",
                            "structure",
                            "optimize",
                            "feature",
                            "inference",
                            "scoring",
                            "loss",
                            "labelling",
                            "model",
                            "train")),
            Map.entry("continuous", Set.of("math", "parallel", "data", "optimize", "feature", "model", "train")),
            Map.entry("dictionary", Set.of("data", "structure")),
            Map.entry(
                    "morphology",
                    Set.of(
                            "math",
                            "parallel",
                            "data",
                            "structure",
                            "optimize",
                            "feature",
                            "inference",
                            "scoring",
                            "loss",
                            "labelling",
                            "dictionary",
                            "train")),
            Map.entry("evaluate", Set.of("data", "parallel", "feature", "scoring", "labelling", "model")),
            Map.entry("confidence", Set.of("data", "parallel", "feature", "labelling", "model", "evaluate")),
            Map.entry("compress", Set.of("data", "feature", "scoring", "labelling", "model", "evaluate")),
            Map.entry(
                    "tune",
                    Set.of(
                            "data",
                            "feature",
                            "loss",
                            "labelling",
                            "model",
                            "online",
                            "optimize",
                            "parallel",
                            "train",
                            "compress")),
            Map.entry(
                    "inspect",
                    Set.of("labelling", "model", "feature", "scoring", "structure", "inference", "data", "math")),
            Map.entry(
                    "interop",
                    Set.of(
                            "continuous",
                            "labelling",
                            "model",
                            "data",
                            "feature",
                            "scoring",
                            "structure",
                            "inference",
                            "math",
                            "parallel",
                            "optimize",
                            "loss",
                            "online",
                            "train",
                            "evaluate")));

    /** Which rooms of its own package a room may use: a package and its sub-packages are rooms of their own. */
    private static final Map<String, Set<String>> ROOMS = Map.ofEntries(
            Map.entry("structure", Set.of()),
            Map.entry("structure.chain", Set.of("structure")),
            Map.entry("structure.segment", Set.of("structure", "structure.chain")),
            Map.entry("structure.spanning", Set.of("structure")),
            Map.entry("structure.forest", Set.of("structure", "structure.spanning")),
            Map.entry("structure.lattice", Set.of("structure", "structure.forest")),
            Map.entry("structure.factor", Set.of("structure")),
            Map.entry("optimize", Set.of()),
            Map.entry("optimize.batch", Set.of("optimize")),
            Map.entry("optimize.stochastic", Set.of("optimize")),
            Map.entry("optimize.dual", Set.of("optimize", "optimize.batch", "optimize.stochastic")),
            Map.entry("feature", Set.of()),
            Map.entry("feature.template", Set.of("feature")),
            Map.entry("feature.text", Set.of("feature")),
            Map.entry("feature.table", Set.of("feature")),
            Map.entry("feature.arc", Set.of("feature")),
            Map.entry("feature.span", Set.of("feature")),
            Map.entry("feature.graph", Set.of("feature")),
            Map.entry("feature.kernel", Set.of("feature")),
            Map.entry("feature.map", Set.of("feature")),
            Map.entry("feature.network", Set.of("feature", "feature.text")),
            Map.entry(
                    "feature.encoding",
                    Set.of(
                            "feature",
                            "feature.template",
                            "feature.text",
                            "feature.table",
                            "feature.arc",
                            "feature.graph",
                            "feature.kernel",
                            "feature.map",
                            "feature.network")),
            Map.entry("inference", Set.of()),
            Map.entry("inference.chain", Set.of("inference")),
            Map.entry("inference.segment", Set.of("inference")),
            Map.entry("inference.spanning", Set.of("inference")),
            Map.entry("inference.forest", Set.of("inference", "inference.spanning")),
            Map.entry("inference.lattice", Set.of("inference", "inference.forest")),
            Map.entry("inference.factor", Set.of("inference")),
            Map.entry("loss", Set.of()),
            Map.entry("loss.chain", Set.of("loss")),
            Map.entry("loss.factor", Set.of("loss")),
            Map.entry("labelling", Set.of()),
            Map.entry("labelling.chain", Set.of("labelling")),
            Map.entry("labelling.segment", Set.of("labelling")),
            Map.entry("labelling.tree", Set.of("labelling")),
            Map.entry("labelling.factor", Set.of("labelling")),
            Map.entry(
                    "labelling.kinds",
                    Set.of("labelling", "labelling.chain", "labelling.factor", "labelling.segment", "labelling.tree")),
            Map.entry("evaluate", Set.of()),
            Map.entry("evaluate.errors", Set.of("evaluate")),
            Map.entry("train", Set.of()),
            Map.entry("train.remote", Set.of()),
            Map.entry("train.corpus", Set.of("train", "train.remote")),
            Map.entry("train.run", Set.of("train", "train.remote", "train.corpus")));

    /**
     * Classes that stand in a contract's room because users look for them there, and use all of its rooms. No other class of these rooms
     * may use them.
     */
    private static final Set<String> FRONT_DOORS = Set.of(
            "train.Trainer",
            "train.OneVersusRest",
            "train.AllPairs",
            "train.BinaryProblems",
            "train.ArcPruning",
            "train.SpanPruning",
            "train.TagLearning");

    /** Packages whose rooms still use each other. */
    private static final Set<String> ROUND = Set.of("interop");

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.espalier");

    @TestFactory
    Stream<DynamicTest> packagesUseOnlyWhatComesBeforeThem() {
        return ALLOWED.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey() + " → " + new TreeSet<>(entry.getValue()),
                        () -> checkPackage(entry.getKey(), entry.getValue())));
    }

    private static void checkPackage(String name, Set<String> allowed) {
        String[] permitted = Stream.concat(Stream.of(name), allowed.stream())
                .map(part -> ROOT + part + "..")
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(ROOT + name + "..")
                .should()
                .dependOnClassesThat(resideInAPackage("org.espalier..").and(resideOutsideOfPackages(permitted)))
                .because("data walks through the packages in one direction; see docs/ARCHITECTURE.md")
                .allowEmptyShould(true)
                .check(CORE);
    }

    @TestFactory
    Stream<DynamicTest> roomsUseOnlyThoseBeforeThem() {
        return ROOMS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey() + " → " + new TreeSet<>(entry.getValue()),
                        () -> checkRoom(entry.getKey(), entry.getValue())));
    }

    private static void checkRoom(String name, Set<String> allowed) {
        String[] permitted = Stream.concat(Stream.of(name), allowed.stream())
                .map(room -> ROOT + room)
                .toArray(String[]::new);
        DescribedPredicate<JavaClass> frontDoor = describe("are front doors", ArchitectureTest::isFrontDoor);
        noClasses()
                .that(resideInAPackage(ROOT + name).and(not(frontDoor)))
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + packageOf(name) + "..")
                        .and(resideOutsideOfPackages(permitted).or(frontDoor)))
                .because("a room that uses those above it cannot be understood by itself; see docs/ARCHITECTURE.md")
                .check(CORE);
    }

    private static boolean isFrontDoor(JavaClass type) {
        String name = type.getName().substring(ROOT.length());
        return FRONT_DOORS.stream().anyMatch(door -> name.equals(door) || name.startsWith(door + "$"));
    }

    /** What is allowed has no cycle: taking away those that use none of the others leaves none. */
    @Test
    void theOrderIsOne() {
        for (Map<String, Set<String>> order : List.of(ALLOWED, ROOMS)) {
            Set<String> left = new TreeSet<>(order.keySet());
            boolean fewer = true;
            while (fewer) {
                fewer = left.removeIf(name -> order.get(name).stream().noneMatch(left::contains));
            }
            assertThat(left).as("packages that use each other").isEmpty();
        }
    }

    /** The package that a room belongs to. */
    private static String packageOf(String room) {
        return room.contains(".") ? room.substring(0, room.indexOf('.')) : room;
    }

    @Test
    void everyPackageHasItsPlaceInTheOrder() {
        Set<String> rooms = new TreeSet<>();
        for (JavaClass type : CORE) {
            rooms.add(type.getPackageName().substring(ROOT.length()));
        }
        Set<String> divided = rooms.stream()
                .filter(room -> room.contains("."))
                .map(ArchitectureTest::packageOf)
                .collect(toSet());

        assertThat(ALLOWED.keySet())
                .containsAll(rooms.stream().map(ArchitectureTest::packageOf).toList());
        assertThat(rooms.stream()
                        .filter(room -> divided.contains(packageOf(room)))
                        .filter(room -> !ROUND.contains(packageOf(room))))
                .containsExactlyInAnyOrderElementsOf(ROOMS.keySet());
    }

    @Test
    void coreUsesOnlyJavaBaseAndJspecify() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        describe("are outside java.base, jspecify and Espalier", ArchitectureTest::isForeign))
                .check(CORE);
    }

    private static boolean isForeign(JavaClass type) {
        JavaClass element = type.getBaseComponentType();
        String name = element.getPackageName();
        // The module is asked, because java.util.logging and its like only look like java.base.
        return !element.isPrimitive()
                && !name.startsWith("org.espalier")
                && !name.startsWith("org.jspecify")
                && !Object.class.getModule().isExported(name);
    }

    @Test
    void nothingIsSerialized() {
        noClasses()
                .that()
                .areNotAssignableTo(Throwable.class)
                .and()
                .areNotEnums()
                .should()
                .beAssignableTo(Serializable.class)
                .because("models have a file format of their own")
                .check(CORE);
        noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(ObjectInput.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ObjectOutput.class)
                .check(CORE);
    }

    /** A loss that is made elsewhere may forget an option, such as the cost of a wrong label. */
    @Test
    void lossesAreMadeInOnePlace() {
        noClasses()
                .that(describe(
                        "are neither TrainingPlan nor a structure that wraps another",
                        type -> !(type.isEquivalentTo(TrainingPlan.class)
                                || type.isAssignableTo(LabelStructure.class))))
                .should()
                .callMethod(LabelStructure.class, "loss", LossFunction.class, Inference.class, double.class)
                .check(CORE);
        noClasses()
                .that(describe("are not ChainLabels", type -> !type.isEquivalentTo(ChainLabels.class)))
                .should()
                .callMethod(ChainLosses.class, "of", LossFunction.class, Inference.class, double.class)
                .check(CORE);
    }

    @Test
    void coreIsSilent() {
        noClasses()
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .because("a library tells its caller by values, listeners and exceptions")
                .check(CORE);
    }

    @Test
    void packagesAreNamedAfterWhatTheyHold() {
        classes()
                .should()
                .resideOutsideOfPackages("..util..", "..utils..", "..helper..", "..helpers..", "..impl..", "..common..")
                .check(CORE);
    }

    @Test
    void staticFieldsAreConstant() {
        fields().that().areStatic().should().beFinal().allowEmptyShould(true).check(CORE);
        fields().that()
                .areStatic()
                .and()
                .areNotPrivate()
                .and()
                .areDeclaredInClassesThat()
                .arePublic()
                .should()
                .notHaveRawType(describe("mutable", ArchitectureTest::isMutable))
                .allowEmptyShould(true)
                .check(CORE);
    }

    private static boolean isMutable(JavaClass type) {
        return type.isArray()
                || type.isAssignableTo(Buffer.class)
                || type.isAssignableTo(Random.class)
                || type.isAssignableTo(StringBuilder.class)
                || type.getPackageName().equals("java.util.concurrent.atomic");
    }
}
