package org.c4igateway.lab.chaos.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.c4igateway.lab.chaos.system.ChaosSystem;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.ImpairedLink;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.tool.ToolRun;

/** Faults of the link between a node and the others. */
final class LinkFaults {
    private static final Impairment SILENT = Impairment.NONE.withLoss(1);
    private static final double SHARE_HALF = 0.5;
    private static final double MAX_LOSS = 0.4;
    private static final double MAX_CORRUPTION = 0.2;
    private static final double MAX_DUPLICATION = 0.5;
    private static final Duration JITTER = Duration.ofMillis(20);
    private static final int USUAL_MTU = 1_500;
    private static final int SMALL_MTU = 576;
    private static final int IPV6_MTU = 1_280;
    private static final double SLOWEST = 32_000;
    private static final double FASTER = 64;
    private static final int LONGEST_DELAY_MILLIS = 1_500;
    private static final int SHARE_OF_OTHER_WAY = 10;
    private static final double LONGEST_BURST = 50;

    private LinkFaults() {}

    static Fault partition(ChaosSystem system) {
        return new Impaired(system.link(), SILENT, SILENT);
    }

    static Fault oneWay(ChaosSystem system, double strength) {
        boolean outbound = strength < SHARE_HALF;
        return new Impaired(system.link(), outbound ? SILENT : Impairment.NONE, outbound ? Impairment.NONE : SILENT);
    }

    static Fault loss(ChaosSystem system, double strength) {
        Impairment lossy = Impairment.NONE.withLoss(0.01 + MAX_LOSS * strength);
        return new Impaired(system.link(), lossy, lossy);
    }

    static Fault duplication(ChaosSystem system, double strength) {
        Impairment doubling = Impairment.NONE.withDuplication(MAX_DUPLICATION * strength);
        return new Impaired(system.link(), doubling, doubling);
    }

    static Fault corruption(ChaosSystem system, double strength) {
        Impairment altering = Impairment.NONE.withCorruption(0.01 + MAX_CORRUPTION * strength);
        return new Impaired(system.link(), altering, altering);
    }

    static Fault reordering(ChaosSystem system, double strength) {
        Duration base = Duration.ofMillis(20 + Math.round(60 * strength));
        Impairment shaken = Impairment.NONE.with(new Impairment.Delay(base, JITTER, true));
        return new Impaired(system.link(), shaken, shaken);
    }

    /** Rates that are drawn have logarithms of equal chance. */
    static Fault throttle(ChaosSystem system, double strength) {
        Impairment slow = Impairment.ofRate(Math.round(SLOWEST * Math.pow(FASTER, 1 - strength)));
        return new Impaired(system.link(), slow, slow);
    }

    static Fault delay(ChaosSystem system, double strength) {
        Duration base = Duration.ofMillis(50 + Math.round(LONGEST_DELAY_MILLIS * strength));
        return new Impaired(system.link(), slowWay(base), slowWay(base.dividedBy(SHARE_OF_OTHER_WAY)));
    }

    private static Impairment slowWay(Duration base) {
        return Impairment.NONE.with(new Impairment.Delay(base, base.dividedBy(SHARE_OF_OTHER_WAY), false));
    }

    static Fault bursts(ChaosSystem system, double strength) {
        Impairment lossy = Impairment.NONE.with(new Impairment.Loss(
                0.05 + MAX_LOSS * strength, 2 + LONGEST_BURST * strength, Impairment.Loss.Placement.AFTER_SHAPER));
        return new Impaired(system.link(), lossy, lossy);
    }

    static Fault mtuBlackHole(ChaosSystem system, double strength) {
        int largest = strength < SHARE_HALF ? SMALL_MTU : IPV6_MTU;
        ImpairedLink link = system.link();
        return Fault.of(() -> link.swallowAbove(largest), link::swallowNone);
    }

    static Fault flapping(ChaosSystem system) {
        return new Flapping(system.link());
    }

    static Fault mtu(ChaosSystem system, double strength) {
        int least = strength < SHARE_HALF ? SMALL_MTU : IPV6_MTU;
        return Fault.of(() -> set(system.host(), least), () -> set(system.host(), USUAL_MTU));
    }

    static Fault address(ChaosSystem system) {
        Host host = system.host();
        return Fault.of(
                () -> host.readdress(host.address(), host.spareAddress()),
                () -> host.readdress(host.spareAddress(), host.address()));
    }

    private static void set(Host host, int mtu) throws IOException {
        ToolRun.script("ip -n " + host.namespace() + " link set dev " + host.device() + " mtu " + mtu)
                .orThrow("changing the MTU of " + host.name());
    }

    /** One setting from beginning to end. */
    private record Impaired(ImpairedLink link, Impairment forward, Impairment backward) implements Fault {
        @Override
        public void begin() throws IOException {
            link.impair(forward, backward);
        }

        @Override
        public void end() throws IOException {
            link.impair(Impairment.NONE);
        }
    }

    /** Silent and open in turn, each for a second, by a thread of its own. */
    private static final class Flapping implements Fault {
        private static final long TURN_SECONDS = 1;

        private final ImpairedLink link;
        private final CountDownLatch over = new CountDownLatch(1);
        private final Thread thread = Thread.ofVirtual().unstarted(this::run);

        Flapping(ImpairedLink link) {
            this.link = link;
        }

        private void run() {
            try {
                boolean open = false;
                do {
                    link.impair(open ? Impairment.NONE : SILENT);
                    open = !open;
                } while (!over.await(TURN_SECONDS, TimeUnit.SECONDS));
            } catch (IOException | InterruptedException e) {
                Thread.currentThread().interrupt(); // the end opens it
            }
        }

        @Override
        public void begin() {
            thread.start();
        }

        @Override
        public void end() throws IOException, InterruptedException {
            over.countDown();
            thread.join();
            link.impair(Impairment.NONE);
        }
    }
}
