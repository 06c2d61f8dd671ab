package org.espalier.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.cli.command.Subcommand;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The order of the packages of the command line. Every package stands for itself: its sub-packages are others. */
final class ArchitectureTest {
    private static final String ROOT = "org.espalier.cli";

    /** Which packages a package may use, besides itself; the commands themselves may use all. */
    private static final Map<String, Set<String>> ALLOWED = Map.ofEntries(
            Map.entry("output", Set.of()),
            Map.entry("plot", Set.of("output")),
            Map.entry("html", Set.of("output", "plot")),
            Map.entry("input", Set.of("output")),
            Map.entry("option", Set.of("input", "output")),
            Map.entry("help", Set.of("option")),
            Map.entry("command", Set.of("option", "output", "plot")),
            Map.entry("report", Set.of("input", "output", "plot")),
            Map.entry("score", Set.of("html", "input", "option", "output", "report")),
            Map.entry("reason", Set.of("output")),
            Map.entry("trial", Set.of("command", "output", "report")),
            Map.entry("continuous", Set.of("input", "option", "output")),
            Map.entry("tree", Set.of("input", "option", "output")),
            Map.entry("graph", Set.of("command", "option", "output")),
            Map.entry("lattice", Set.of("command", "option", "output", "report")),
            Map.entry("multilabel", Set.of("command", "option", "output", "report")),
            Map.entry("spark", Set.of("option", "output")),
            Map.entry("dropin", Set.of("command", "option", "output")),
            Map.entry("dropin.crfsuite", Set.of("dropin", "command", "option", "output")),
            Map.entry("dropin.wapiti", Set.of("dropin", "command", "option", "output")),
            Map.entry("dropin.crfpp", Set.of("dropin", "command", "option", "output")));

    private static final JavaClasses CLI = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    private static String full(String name) {
        return ROOT + "." + name;
    }

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
                .map(ArchitectureTest::full)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(full(name))
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "..").and(resideOutsideOfPackages(permitted)))
                .because("a package that uses those above it cannot be understood by itself; see docs/ARCHITECTURE.md")
                .check(CLI);
    }

    /** What is allowed has no cycle: taking away packages that use none of the others leaves none. */
    @Test
    void theOrderIsOne() {
        Set<String> left = new TreeSet<>(ALLOWED.keySet());
        boolean fewer = true;
        while (fewer) {
            fewer = left.removeIf(name -> ALLOWED.get(name).stream().noneMatch(left::contains));
        }
        assertThat(left).as("packages that use each other").isEmpty();
    }

    @Test
    void everyPackageHasItsPlaceInTheOrder() {
        Set<String> names = CLI.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.equals(ROOT))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(ALLOWED.keySet().stream().map(ArchitectureTest::full)).containsExactlyInAnyOrderElementsOf(names);
    }

    /** One file per command, and the program that has them. */
    @Test
    void thePackageItselfHoldsCommandsOnly() {
        classes()
                .that()
                .resideInAPackage(ROOT)
                .and()
                .areTopLevelClasses()
                .and()
                .doNotHaveSimpleName("Main")
                .and()
                .doNotHaveSimpleName("package-info")
                .should()
                .beAssignableTo(Subcommand.class)
                .andShould()
                .haveSimpleNameEndingWith("Command")
                .andShould()
                .notBePublic()
                .check(CLI);
    }

    @Test
    void packagesAreNamedAfterWhatTheyHold() {
        classes()
                .should()
                .resideOutsideOfPackages("..util..", "..utils..", "..helper..", "..helpers..", "..impl..", "..common..")
                .check(CLI);
    }
}
