package org.espalier.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A room uses only those before it; the package itself puts them together. */
class ArchitectureTest {
    private static final String ROOT = "org.espalier.server";
    private static final List<String> ROOMS = List.of("http", "work", "shelf", "training", "api", "protocol");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("test-classes"))
            .importPackages(ROOT);

    @Test
    void roomsUseThoseBeforeThemOnly() {
        for (int k = 0; k < ROOMS.size(); k++) {
            String[] later = ROOMS.subList(k + 1, ROOMS.size()).stream()
                    .map(room -> ROOT + "." + room)
                    .toArray(String[]::new);
            if (later.length > 0) {
                noClasses()
                        .that()
                        .resideInAPackage(ROOT + "." + ROOMS.get(k))
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(later)
                        .check(CLASSES);
            }
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + "." + ROOMS.get(k))
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(ROOT)
                    .check(CLASSES);
        }
    }

    @Test
    void everyRoomHasItsPlace() {
        Set<String> names = CLASSES.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.equals(ROOT))
                .collect(Collectors.toSet());
        assertThat(names)
                .containsExactlyInAnyOrderElementsOf(
                        ROOMS.stream().map(room -> ROOT + "." + room).toList());
    }
}
