package org.c4igateway.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.KmtfMessage;
import org.c4igateway.dds.api.WireType;

/** How long 270 topics take to match with a process that has their readers already. */
final class DdsTopicsBenchmark implements Benchmark {
    private static final int TOPICS = 270;
    private static final double GOAL_SECONDS = 1;

    @Override
    public String name() {
        return "dds-topics";
    }

    @Override
    public String description() {
        return "270 topics matched between two processes on loopback";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        double[] seconds = new double[options.repetitions()];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = measure(140 + i);
        }
        return List.of(Figure.atMost(
                GOAL_SECONDS, "from joining the domain to the last of 270 writers matched", "s", seconds));
    }

    private static double measure(int domain) throws Exception {
        try (JavaProcess _ = JavaProcess.start(DdsPartner.class, Integer.toString(domain), Integer.toString(TOPICS))) {
            try (DdsParticipant scout = DdsPartner.join(domain)) {
                DdsBenchmark.awaitPositive(scout.createWriter(
                        DdsPartner.TOPIC + (TOPICS - 1), WireType.MESSAGE, DdsPartner.RELIABLE)::matchedReaders);
            }
            long start = System.nanoTime();
            try (DdsParticipant participant = DdsPartner.join(domain)) {
                List<DdsWriter<KmtfMessage>> writers = new ArrayList<>();
                for (int i = 0; i < TOPICS; i++) {
                    writers.add(participant.createWriter(DdsPartner.TOPIC + i, WireType.MESSAGE, DdsPartner.RELIABLE));
                }
                while (!writers.stream().allMatch(writer -> writer.matchedReaders() > 0)) {
                    if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(60)) {
                        throw new IllegalStateException("not all topics matched within 60 s");
                    }
                    LockSupport.parkNanos(1_000_000);
                }
                return (System.nanoTime() - start) / 1e9;
            }
        }
    }
}
