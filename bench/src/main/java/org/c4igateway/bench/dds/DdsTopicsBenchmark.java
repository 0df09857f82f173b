package org.c4igateway.bench.dds;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.c4igateway.bench.BenchOptions;
import org.c4igateway.bench.Benchmark;
import org.c4igateway.bench.Figure;
import org.c4igateway.bench.JavaProcess;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.KmtfMessage;

/**
 * How long 270 topics take to match with a process that has their readers already, and how much more memory that
 * process then uses than one without them. Each provider.
 */
public final class DdsTopicsBenchmark implements Benchmark {
    private static final int DOMAIN = 140;
    private static final int TOPICS = 270;
    private static final double GOAL_SECONDS = 1;
    private static final String TIME = "from joining the domain to the last of 270 writers matched";

    @Override
    public String name() {
        return "dds-topics";
    }

    @Override
    public String description() {
        return "270 topics matched between two processes on loopback, time and memory of each provider";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        List<Figure> figures = new ArrayList<>();
        for (DdsSubject subject : DdsSubject.present(figures)) {
            double[] seconds = new double[options.repetitions()];
            double[] before = new double[options.repetitions()];
            double[] after = new double[options.repetitions()];
            for (int i = 0; i < seconds.length; i++) {
                before[i] = memoryWithout(subject);
                try (JavaProcess partner = DdsPartner.start(subject, DOMAIN, TOPICS)) {
                    seconds[i] = match(subject, partner, after, i);
                }
            }
            figures.addAll(figures(subject, seconds, before, after));
        }
        return figures;
    }

    private static List<Figure> figures(DdsSubject subject, double[] seconds, double[] before, double[] after) {
        String what = subject.title() + ", ";
        return List.of(
                subject.isJudged()
                        ? Figure.atMost(GOAL_SECONDS, what + TIME, "s", seconds)
                        : Figure.plain(what + TIME, "s", seconds),
                Figure.plain(what + "resident memory of a process in the domain, before", "MB", before),
                Figure.plain(what + "resident memory of the process with the 270 readers, after", "MB", after));
    }

    /** @return megabytes of a partner that reads nothing but what each partner does */
    private static double memoryWithout(DdsSubject subject) throws Exception {
        try (JavaProcess partner = DdsPartner.start(subject, DOMAIN, 0);
                DdsParticipant scout = subject.join(DOMAIN)) {
            awaitReader(scout, DdsPartner.STREAM);
            return partner.residentMegabytes();
        }
    }

    /** @return seconds until all were matched; then takes the partner's memory */
    private static double match(DdsSubject subject, JavaProcess partner, double[] megabytes, int repetition)
            throws Exception {
        try (DdsParticipant scout = subject.join(DOMAIN)) {
            awaitReader(scout, DdsPartner.TOPIC + (TOPICS - 1));
        }
        long start = System.nanoTime();
        try (DdsParticipant participant = subject.join(DOMAIN)) {
            List<DdsWriter<KmtfMessage>> writers = new ArrayList<>();
            for (int i = 0; i < TOPICS; i++) {
                writers.add(participant.createWriter(DdsPartner.TOPIC + i, WireType.MESSAGE, DdsPartner.RELIABLE));
            }
            awaitAll(writers, start);
            double seconds = (System.nanoTime() - start) / 1e9;
            megabytes[repetition] = partner.residentMegabytes();
            return seconds;
        }
    }

    private static void awaitReader(DdsParticipant participant, String topic) throws InterruptedException {
        DdsExchange.awaitPositive(
                participant.createWriter(topic, WireType.MESSAGE, DdsPartner.RELIABLE)::matchedReaders);
    }

    private static void awaitAll(List<DdsWriter<KmtfMessage>> writers, long start) throws IOException {
        while (!writers.stream().allMatch(writer -> writer.matchedReaders() > 0)) {
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(60)) {
                throw new IOException("not all topics matched within 60 s");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
