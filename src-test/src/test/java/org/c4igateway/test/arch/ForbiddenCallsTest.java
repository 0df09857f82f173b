package org.c4igateway.test.arch;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.THROW_GENERIC_EXCEPTIONS;
import static com.tngtech.archunit.library.GeneralCodingRules.USE_JAVA_UTIL_LOGGING;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What code may not call, and where it may: sleep, clocks, ticks, native code, streams of the process. */
class ForbiddenCallsTest {
    /** They run a thread or wait at a middleware or a database, where time cannot be handed in. */
    private static final Set<String> READS_TICKS = Set.of(
            "org.c4igateway.core.flow.send.SenderThread",
            "org.c4igateway.jms.PeerLink",
            "org.c4igateway.jms.client.PeerConnection",
            "org.c4igateway.dds.transport.TopicWriters",
            "org.c4igateway.dbbridge.lease.OutboxLease",
            "org.c4igateway.dbbridge.outbox.NotifySignal",
            "org.c4igateway.dbbridge.publish.PublicationThread",
            "org.c4igateway.wan.gateway.GatewayLoop",
            "org.c4igateway.wan.gateway.WorkQueue",
            "org.c4igateway.wan.lan.LanOutput");

    private static final JavaClasses SHIPPED = CompiledModules.shipped();
    private static final JavaClasses ALL = CompiledModules.all();

    @Test
    void keepsNativeCallsInOnePackage() {
        noClasses()
                .that()
                .resideOutsideOfPackages("org.c4igateway.dds.cyclone..", "org.c4igateway.lab.relay..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.foreign..")
                .because(
                        "a wrong native call kills the process: wrap it in org.c4igateway.dds.cyclone, or in the lab's "
                                + "relay, which is a process of its own")
                .check(ALL);
    }

    @Test
    void neverSleeps() {
        noClasses()
                .should()
                .callMethodWhere(callTo(Thread.class, "sleep"))
                .orShould()
                .callMethodWhere(callTo(TimeUnit.class, "sleep"))
                .because("a sleep is too long or too short: wait for the condition (a lock's condition, a latch, "
                        + "Awaitility in tests), or take time as a parameter")
                .check(ALL);
    }

    @Test
    void takesTimeFromAnInjectedClock() {
        noClasses()
                .that(are(DescribedPredicate.not(resideInAnyPackage(
                        "org.c4igateway.dbbridge.node..",
                        "org.c4igateway.wan.app..",
                        "org.c4igateway.cli..",
                        "org.c4igateway.lab.."))))
                .and()
                .doNotHaveFullyQualifiedName("org.c4igateway.jms.client.PeerQueueSender")
                .and()
                .doNotHaveFullyQualifiedName("org.c4igateway.bench.Bench")
                .and()
                .doNotHaveFullyQualifiedName("org.c4igateway.app.ServiceConfiguration")
                .should()
                .callMethodWhere(callTo(System.class, "currentTimeMillis"))
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethodWhere(callTo(Clock.class, "systemUTC"))
                .orShould()
                .callMethodWhere(callTo(Clock.class, "systemDefaultZone"))
                .orShould()
                .callMethodWhere(callTo(InstantSource.class, "system"))
                .because("tests decide what time it is: take an InstantSource in the constructor. Only the wiring, the "
                        + "command line and the places that compare with a middleware's own clock read the clock")
                .check(SHIPPED);
    }

    @Test
    void takesTicksFromItsCaller() {
        noClasses()
                .that(are(DescribedPredicate.not(resideInAnyPackage(
                        "org.c4igateway.cli..",
                        "org.c4igateway.lab..",
                        "org.c4igateway.bench..",
                        "org.c4igateway.interop.."))))
                .and(DescribedPredicate.describe(
                        "are not known to run a thread",
                        type -> !READS_TICKS.contains(
                                CompiledModules.outermost(type).getName())))
                .should()
                .callMethodWhere(callTo(System.class, "nanoTime"))
                .orShould()
                .callMethodWhere(callTo(LockSupport.class, "park"))
                .orShould()
                .callMethodWhere(callTo(LockSupport.class, "parkNanos"))
                .because("virtual time must reach it: take a LongSupplier or the time itself. Only what runs a thread "
                        + "reads the ticks of the machine, and is listed here")
                .check(SHIPPED);
    }

    @Test
    void writesToLogsOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages("org.c4igateway.cli..", "org.c4igateway.lab..", "org.c4igateway.interop..")
                .should(ACCESS_STANDARD_STREAMS)
                .because("a service has no console: log through SLF4J with the message's identity")
                .check(SHIPPED);
        noClasses()
                .should(USE_JAVA_UTIL_LOGGING)
                .because("there is one logging interface: use SLF4J")
                .check(ALL);
    }

    @Test
    void throwsFaultsWithACode() {
        noClasses()
                .should(THROW_GENERIC_EXCEPTIONS)
                .because(
                        "whoever catches it must know what to do: throw a GatewayException, or the JDK's exception for a "
                                + "wrong argument or state")
                .check(SHIPPED);
    }

    private static DescribedPredicate<JavaCall<?>> callTo(Class<?> owner, String method) {
        return DescribedPredicate.describe(
                owner.getSimpleName() + "." + method,
                call -> call.getTargetOwner().isEquivalentTo(owner)
                        && call.getName().equals(method));
    }
}
