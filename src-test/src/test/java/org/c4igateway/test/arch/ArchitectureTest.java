package org.c4igateway.test.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rules that keep the modules what they are; see {@link ForbiddenCallsTest} and {@link InternalPackagesTest}. A
 * failure says what to do.
 */
class ArchitectureTest {
    private static final int MIN_CLASSES = 1_900;
    private static final long MAX_TYPES = 20;
    /** Tests of classes that only their package sees must be in that package, several for a class. */
    private static final long MAX_TYPES_OF_TESTS = 2 * MAX_TYPES;

    private static final JavaClasses SHIPPED = CompiledModules.shipped();
    private static final JavaClasses ALL = CompiledModules.all();

    @Test
    void seesTheWholeProject() {
        assertThat(SHIPPED)
                .as("classes found; build the reactor before this module")
                .hasSizeGreaterThan(MIN_CLASSES);
        for (String part : Set.of(
                "topics",
                "core",
                "jms",
                "dds.api",
                "dds.transport",
                "dds.cyclone",
                "app",
                "dbbridge",
                "console",
                "wan",
                "history",
                "lab",
                "cli",
                "bench",
                "interop")) {
            assertThat(SHIPPED).as(part).anyMatch(type -> type.getPackageName().startsWith("org.c4igateway." + part));
        }
        assertThat(ALL.size()).isGreaterThan(SHIPPED.size());
    }

    @Test
    void keepsTheDirectionOfTheLayers() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("topics")
                .definedBy("org.c4igateway.topics..")
                .layer("core")
                .definedBy("org.c4igateway.core..")
                .layer("jms")
                .definedBy("org.c4igateway.jms..")
                .layer("dds api")
                .definedBy("org.c4igateway.dds.api..")
                .layer("dds transport")
                .definedBy("org.c4igateway.dds.transport..")
                .layer("cyclone")
                .definedBy("org.c4igateway.dds.cyclone..")
                .layer("opendds")
                .definedBy("org.c4igateway.dds.opendds..")
                .layer("application base")
                .definedBy("org.c4igateway.app..")
                .layer("database bridge")
                .definedBy("org.c4igateway.dbbridge..")
                .layer("console")
                .definedBy("org.c4igateway.console..")
                .layer("wan")
                .definedBy("org.c4igateway.wan..")
                .layer("history")
                .definedBy("org.c4igateway.history..")
                .layer("lab")
                .definedBy("org.c4igateway.lab..")
                .layer("cli")
                .definedBy("org.c4igateway.cli..")
                .withOptionalLayers(true)
                .whereLayer("topics")
                .mayNotAccessAnyLayer()
                .whereLayer("core")
                .mayOnlyAccessLayers("topics")
                .whereLayer("jms")
                .mayOnlyAccessLayers("core", "topics")
                .whereLayer("dds api")
                .mayNotAccessAnyLayer()
                .whereLayer("dds transport")
                .mayOnlyAccessLayers("core", "topics", "dds api")
                .whereLayer("cyclone")
                .mayOnlyAccessLayers("dds api")
                .whereLayer("opendds")
                .mayOnlyAccessLayers("dds api")
                .whereLayer("application base")
                .mayOnlyAccessLayers("core", "topics")
                .whereLayer("database bridge")
                .mayOnlyAccessLayers("application base", "core", "topics")
                .whereLayer("console")
                .mayOnlyAccessLayers("database bridge", "core", "topics")
                .whereLayer("wan")
                .mayOnlyAccessLayers("application base", "core", "topics", "dds api", "dds transport")
                .whereLayer("history")
                .mayOnlyAccessLayers(
                        "application base", "core", "topics", "database bridge", "dds api", "dds transport")
                .whereLayer("lab")
                .mayOnlyAccessLayers(
                        "core", "topics", "database bridge", "wan", "application base", "dds api", "dds transport")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .because("adapters are found at run time through a port: put what two sides need into gateway-core")
                .check(SHIPPED);
    }

    @Test
    void keepsTheCoreFreeOfFrameworks() {
        noClasses()
                .that()
                .resideInAnyPackage("org.c4igateway.core..", "org.c4igateway.topics..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.springframework..",
                        "jakarta..",
                        "java.sql..",
                        "javax.sql..",
                        "org.apache.activemq..",
                        "com.fasterxml..")
                .because("the core is plain Java behind ports: do it in the adapter or the bridge and hand values over")
                .check(SHIPPED);
    }

    @Test
    void keepsAdaptersApart() {
        noClasses()
                .that()
                .resideInAPackage("org.c4igateway.jms..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.c4igateway.dds..")
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("org.c4igateway.dbbridge..")
                .because("one adapter must build and run without the other: move what both need into gateway-core")
                .check(SHIPPED);
        noClasses()
                .that()
                .resideInAPackage("org.c4igateway.dds..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.c4igateway.jms..", "org.c4igateway.dbbridge..", "jakarta.jms..")
                .because("one adapter must build and run without the other: move what both need into gateway-core")
                .check(SHIPPED);
    }

    @Test
    void keepsVendorTypesBehindTheDdsInterface() {
        noClasses()
                .that()
                .resideInAPackage("org.c4igateway.dds.transport..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.c4igateway.dds.cyclone..", "org.c4igateway.dds.opendds..", "DDS..", "OpenDDS..")
                .because("providers are found by ServiceLoader: extend org.c4igateway.dds.api instead")
                .check(SHIPPED);
    }

    @Test
    void keepsFaultsOfTestsOutOfTheProduct() {
        noClasses()
                .that()
                .resideOutsideOfPackages("org.c4igateway.fault..", "org.c4igateway.test..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.c4igateway.fault..")
                .because(
                        "a node that is shipped must not be able to stop at a step: fail points are on the class path of "
                                + "nodes under test only, and reach them as an auto-configuration")
                .check(ALL);
    }

    @Test
    void marksEveryPackageForNullness() {
        classes()
                .should(residePackageMarked())
                .because(
                        "the compiler proves nullness only where it is declared: add package-info.java with @NullMarked "
                                + "and a sentence on what the package is for")
                .check(SHIPPED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.c4igateway.(*)..",
                "org.c4igateway.core.(*)..",
                "org.c4igateway.topics.(**)",
                "org.c4igateway.dds.(*)..",
                "org.c4igateway.dbbridge.(*)..",
                "org.c4igateway.console.(*)..",
                "org.c4igateway.wan.(*)..",
                "org.c4igateway.lab.(*)..",
                "org.c4igateway.cli.(**)"
            })
    void hasNoCyclesOfPackages(String slice) {
        slices().matching(slice)
                .should()
                .beFreeOfCycles()
                .because("packages on a cycle are one package: move the shared type to the side that needs nothing")
                .allowEmptyShould(true)
                .check(SHIPPED);
    }

    @Test
    void namesTypesByTheirRole() {
        noClasses()
                .that()
                .areTopLevelClasses()
                .should()
                .haveSimpleNameEndingWith("Manager")
                .orShould()
                .haveSimpleNameEndingWith("Helper")
                .orShould()
                .haveSimpleNameEndingWith("Util")
                .orShould()
                .haveSimpleNameEndingWith("Utils")
                .orShould()
                .haveSimpleNameEndingWith("Impl")
                .because("a name says what the thing is in the field's terms: find the role")
                .check(ALL);
    }

    /** Its sub-packages count for themselves, and so do its tests. */
    @Test
    void keepsPackagesSmall() {
        keepsPackagesSmall(SHIPPED, MAX_TYPES);
        keepsPackagesSmall(CompiledModules.tests(), MAX_TYPES_OF_TESTS);
    }

    private static void keepsPackagesSmall(JavaClasses output, long most) {
        Map<String, Long> types = output.stream()
                .filter(type -> type.getEnclosingClass().isEmpty())
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        assertThat(types)
                .as("types by package: split by use the one that has more than " + most)
                .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(most));
    }

    private static ArchCondition<JavaClass> residePackageMarked() {
        return new ArchCondition<>("reside in a package with @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(new SimpleConditionEvent(type, marked, type.getPackageName() + " is not @NullMarked"));
            }
        };
    }
}
