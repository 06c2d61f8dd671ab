package org.espalier;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.espalier.train.Trainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Core as a module: what it exports is enough for its users, and the rooms behind it stay closed. */
final class ModuleTest {
    private static final Set<String> CLOSED = Set.of(
            "org.espalier.train.corpus",
            "org.espalier.train.run",
            "org.espalier.labelling.kinds",
            "org.espalier.loss.chain");

    @TempDir
    private Path folder;

    private static Path classes() throws URISyntaxException {
        return Path.of(Trainer.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private static ModuleDescriptor descriptor() throws URISyntaxException {
        return ModuleFinder.of(classes())
                .find("org.espalier.core")
                .orElseThrow()
                .descriptor();
    }

    @Test
    void everyPackageIsExportedOrClosedOnPurpose() throws URISyntaxException {
        Set<String> closed = new TreeSet<>(descriptor().packages());
        descriptor().exports().stream().map(Exports::source).forEach(closed::remove);
        closed.removeIf(name -> !name.startsWith("org.espalier")); // folders of resources

        assertThat(closed).isEqualTo(CLOSED);
        assertThat(descriptor().exports()).noneMatch(Exports::isQualified);
    }

    @Test
    void atRunTimeItNeedsJavaBaseOnly() throws URISyntaxException {
        assertThat(descriptor().requires().stream()
                        .filter(module -> !module.modifiers().contains(Requires.Modifier.STATIC))
                        .map(Requires::name)
                        .collect(toSet()))
                .containsExactly("java.base");
    }

    @Test
    void whatIsExportedSpeaksOfNothingThatIsNot() {
        ArchCondition<JavaCodeUnit> speakOpenly = new ArchCondition<>("mention exported types only") {
            @Override
            public void check(JavaCodeUnit unit, ConditionEvents events) {
                Stream.concat(Stream.of(unit.getRawReturnType()), unit.getRawParameterTypes().stream())
                        .map(JavaClass::getBaseComponentType)
                        .filter(type -> CLOSED.contains(type.getPackageName()))
                        .forEach(type -> events.add(SimpleConditionEvent.violated(unit, unit + " mentions " + type)));
            }
        };
        codeUnits()
                .that()
                .arePublic()
                .and()
                .areDeclaredInClassesThat()
                .arePublic()
                .and()
                .areDeclaredInClassesThat()
                .resideOutsideOfPackages(CLOSED.toArray(String[]::new))
                .should(speakOpenly)
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("org.espalier"));
    }

    @Test
    void aModuleTrainsAndTags() throws Exception {
        Path compiled = folder.resolve("compiled");
        String errors = compile(compiled, """
                import java.util.List;
                import org.espalier.data.Sequence;
                import org.espalier.data.Sequences;
                import org.espalier.data.DataOptions;
                import org.espalier.feature.text.FeatureSet;
                import org.espalier.model.Model;
                import org.espalier.train.Trainer;
                import org.espalier.train.TrainingOptions;
                """, """
                List<Sequence> data = Sequences.read(DataOptions.COLUMNS, java.nio.file.Path.of(arguments[0]));
                Model model = new Trainer(FeatureSet.parse("text"), TrainingOptions.DEFAULTS).train(data);
                System.out.println(model.tagger().tag(data.get(0)).labels());
                """);
        assertThat(errors).isEmpty();
        Path data = Files.writeString(folder.resolve("data.txt"), "cats N\nsleep V\n\n");

        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--module-path",
                        classes() + File.pathSeparator + compiled,
                        "-m",
                        "user/user.Main",
                        data.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(output.strip()).isEqualTo("[N, V]");
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void theRoomsBehindAreClosed() throws Exception {
        assertThat(compile(folder.resolve("other"), "import org.espalier.train.run.TrainingPlan;\n", ""))
                .contains("org.espalier.train.run")
                .contains("is not visible");
    }

    /** Compiles a module of one class against core alone; returns what the compiler says against it. */
    private String compile(Path target, String imports, String body) throws IOException, URISyntaxException {
        Path source = Files.createDirectories(folder.resolve("source-" + target.getFileName()));
        Path module =
                Files.writeString(source.resolve("module-info.java"), "module user { requires org.espalier.core; }");
        Path main = Files.writeString(
                Files.createDirectories(source.resolve("user")).resolve("Main.java"),
                "package user;\n" + imports
                        + "public final class Main { public static void main(String[] arguments) throws Exception {\n"
                        + body + "} }\n");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean done = compiler.getTask(
                            said,
                            files,
                            null,
                            List.of("--module-path", classes().toString(), "-d", target.toString(), "-proc:none"),
                            null,
                            files.getJavaFileObjects(module, main))
                    .call();
            return done ? "" : said.toString();
        }
    }
}
