package org.c4igateway.bench;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.c4igateway.lab.net.NetworkTestbed;
import org.c4igateway.lab.testbed.WanSites;

/**
 * What two WAN gateways send until each hears the other: both are started at once, in network namespaces of their own,
 * and the kernel counts Ethernet frames at each end of the link from its creation on. A meeting that takes longer costs
 * more, because announcements repeat; so does a busy machine.
 */
final class WanMeetingBenchmark implements Benchmark {
    private static final int GOAL_BYTES = 3_000;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @Override
    public String name() {
        return "wan-meeting";
    }

    @Override
    public String description() {
        return "bytes on the wire until two WAN gateways that are started at once hear each other";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        String what = "found each other, bytes on the wire of the end that sends more";
        Optional<String> obstacle = NetworkTestbed.obstacle();
        if (obstacle.isPresent()) {
            return List.of(Figure.notMeasured(what, obstacle.get()));
        }
        double[] bytes = new double[options.repetitions()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = meeting();
        }
        return List.of(Figure.atMost(GOAL_BYTES, what, "B", bytes));
    }

    private static double meeting() throws Exception {
        try (WanSites sites = WanSites.open(1, WanSites.Options.of("128kbit"))) {
            sites.startGateways(PATIENCE);
            double most = 0;
            for (String site : WanSites.SITES) {
                most = Math.max(most, (double) sites.wanSide(site).traffic().sentBytes());
            }
            return most;
        }
    }
}
