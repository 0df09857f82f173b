package org.c4igateway.test.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may use what is public only because Java has no visibility between a package and everyone. */
class InternalPackagesTest {
    private static final JavaClasses SHIPPED = CompiledModules.shipped();

    /** What other modules may use of an adapter. Java has no visibility between "package" and "everyone". */
    private static final Set<String> OFFERED_BY_ADAPTERS = Set.of(
            "JmsTransportFactory",
            "JmsSettings",
            "JmsProfile",
            "DdsTransportFactory",
            "DdsSettings",
            "CredentialHealth",
            "QosSettings",
            "TopicQos",
            "HistoryQos",
            "TopicNames",
            "ChainedWriter",
            "SampleChains",
            "WrittenSample",
            "PacketMarks",
            "ParticipantEnd",
            "GreetedSenders",
            "Greeting",
            "NameConflicts",
            "NameHolders",
            "ExpectedReaders",
            "CycloneProvider",
            "OpenDdsProvider",
            "NativeTypes");

    /** What the node uses of the shared parts of the table bridge. */
    private static final Set<String> OFFERED_BY_TABLES = Set.of("TableSettings", "TableMeters");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.c4igateway.jms",
                "org.c4igateway.dds.transport",
                "org.c4igateway.dds.cyclone",
                "org.c4igateway.dds.opendds"
            })
    void showsOneFactoryAndOneConfigurationPerAdapter(String adapter) {
        classes()
                .that()
                .resideInAPackage(adapter + "..")
                .should(beUsedFrom(
                        adapter,
                        type -> OFFERED_BY_ADAPTERS.contains(
                                CompiledModules.outermost(type).getSimpleName())))
                .because(
                        "users of an adapter see its factory, its configuration and what the WAN gateway shares with it: "
                                + "put what two modules need into a port, or add it to the list here")
                .allowEmptyShould(true)
                .check(SHIPPED);
    }

    @ParameterizedTest
    @CsvSource({
        "org.c4igateway.jms.client, org.c4igateway.jms",
        "org.c4igateway.dbbridge.node.task, org.c4igateway.dbbridge.node",
        "org.c4igateway.dbbridge.node.path, org.c4igateway.dbbridge.node",
        "org.c4igateway.dbbridge.table.outbound, org.c4igateway.dbbridge.table",
        "org.c4igateway.dbbridge.table.inbound, org.c4igateway.dbbridge.table",
        "org.c4igateway.jms.engine, org.c4igateway.jms",
        "org.c4igateway.jms.presence, org.c4igateway.jms",
        "org.c4igateway.jms.wire, org.c4igateway.jms",
        "org.c4igateway.dds.cyclone.library, org.c4igateway.dds.cyclone",
        "org.c4igateway.core.flow.send, org.c4igateway.core.flow",
        "org.c4igateway.core.flow.send.group, org.c4igateway.core.flow.send",
        "org.c4igateway.core.flow.receive, org.c4igateway.core.flow",
        "org.c4igateway.topics.mtf.scan, org.c4igateway.topics.mtf",
        "org.c4igateway.topics.mtf.source, org.c4igateway.topics.mtf",
        "org.c4igateway.topics.definition.read, org.c4igateway.topics",
        "org.c4igateway.topics.definition.check, org.c4igateway.topics",
        "org.c4igateway.wan.link.send, org.c4igateway.wan.link",
        "org.c4igateway.wan.link.receive, org.c4igateway.wan.link"
    })
    void keepsInternalPackagesInternal(String internal, String users) {
        classes()
                .that()
                .resideInAPackage(internal + "..")
                .should(beUsedFrom(users, type -> false))
                .because("its types are public for the packages beside it only: use what " + users + " offers")
                .check(SHIPPED);
    }

    @Test
    void offersSettingsAndMetersOfTheTableBridge() {
        classes()
                .that()
                .resideInAPackage("org.c4igateway.dbbridge.table.access..")
                .should(beUsedFrom(
                        "org.c4igateway.dbbridge.table",
                        type -> OFFERED_BY_TABLES.contains(
                                CompiledModules.outermost(type).getSimpleName())))
                .because("the node configures and counts; all else goes through TableBridge and TableCheck")
                .check(SHIPPED);
    }

    private static ArchCondition<JavaClass> beUsedFrom(String users, Predicate<JavaClass> offered) {
        return new ArchCondition<>("be used from " + users + " only") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (Dependency use : type.getDirectDependenciesToSelf()) {
                    String user = use.getOriginClass().getPackageName();
                    boolean allowed = user.equals(users) || user.startsWith(users + ".") || offered.test(type);
                    events.add(new SimpleConditionEvent(type, allowed, use.getDescription()));
                }
            }
        };
    }
}
