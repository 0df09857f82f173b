package org.c4igateway.bench.dds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.c4igateway.bench.BenchOptions;
import org.c4igateway.bench.Benchmark;
import org.c4igateway.bench.Figure;
import org.c4igateway.bench.InterleavedRuns;
import org.c4igateway.bench.JavaProcess;
import org.c4igateway.cli.security.Grant;
import org.c4igateway.cli.security.LabAuthority;
import org.c4igateway.cli.security.SecuritySetupException;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsSecurity;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.topics.TopicCatalogue;

/**
 * What DDS Security costs: the same two processes are in a domain without and in one with it at the same time, on the
 * same library, and are measured in both by turns.
 */
public final class DdsSecurityBenchmark implements Benchmark {
    private static final int[] SIZES = {200, 1_024, 16_384};
    private static final int ROUND_TRIPS = 20_000;
    private static final int STREAM = 400_000;
    private static final int PLAIN_DOMAIN = 80;
    private static final int SECURED_DOMAIN = 81;
    private static final String WITHOUT = "without";
    private static final String WITH = "with DDS Security";

    private final InstantSource time;

    /** @param time from when on the credentials are good */
    public DdsSecurityBenchmark(InstantSource time) {
        this.time = time;
    }

    @Override
    public String name() {
        return "dds-security";
    }

    @Override
    public String description() {
        return "DDS round trip and one-way rate with DDS Security, beside the same without";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        Path directory = Files.createTempDirectory("c4i-bench-security");
        try {
            var _ = new LabAuthority(directory, 1)
                    .prepare(
                            List.of(Grant.parse("BENCH"), Grant.parse("PARTNER")),
                            OptionalInt.of(SECURED_DOMAIN),
                            TopicCatalogue.reference(),
                            time.instant());
            return measure(options, directory);
        } catch (SecuritySetupException | DdsUnavailableException e) {
            return List.of(Figure.notMeasured("cost of DDS Security", String.valueOf(e.getMessage())));
        } finally {
            delete(directory);
        }
    }

    private static List<Figure> measure(BenchOptions options, Path directory) throws Exception {
        Optional<DdsSecurity> ours = Optional.of(DdsSecurity.in(directory.resolve("BENCH")));
        // Joined first, so that this process uses the library with security in both domains; the partner does the same.
        try (DdsParticipant secured = DdsPartner.join(DdsSubject.CYCLONE, SECURED_DOMAIN, ours);
                DdsParticipant plain = DdsSubject.CYCLONE.join(PLAIN_DOMAIN);
                JavaProcess _ = JavaProcess.start(
                        DdsPartner.class,
                        DdsSubject.CYCLONE.name(),
                        Integer.toString(PLAIN_DOMAIN),
                        "0",
                        Integer.toString(SECURED_DOMAIN),
                        directory.resolve("PARTNER").toString())) {
            List<Figure> figures = new ArrayList<>();
            for (int size : SIZES) {
                int count = options.scaled(ROUND_TRIPS);
                figures.addAll(compare(
                        options,
                        "round trip " + size + " B, median",
                        "us",
                        () -> DdsExchange.roundTripMicros(plain, size, count),
                        () -> DdsExchange.roundTripMicros(secured, size, count)));
            }
            for (boolean batched : new boolean[] {true, false}) {
                Qos qos = batched ? DdsSubject.CYCLONE.streamQos() : DdsPartner.RELIABLE;
                int count = options.scaled(STREAM);
                figures.addAll(compare(
                        options,
                        "one way 200 B, " + (batched ? "batched" : "not batched"),
                        "msg/s",
                        () -> DdsExchange.rate(plain, qos, 200, count),
                        () -> DdsExchange.rate(secured, qos, 200, count)));
            }
            return figures;
        }
    }

    private static List<Figure> compare(
            BenchOptions options,
            String what,
            String unit,
            InterleavedRuns.Measurement withoutSecurity,
            InterleavedRuns.Measurement withSecurity)
            throws Exception {
        Map<String, double[]> values = new InterleavedRuns()
                .with(WITHOUT, withoutSecurity)
                .with(WITH, withSecurity)
                .take(options.repetitions());
        List<Figure> figures = new ArrayList<>();
        values.forEach((which, each) -> figures.add(Figure.plain(what + ", " + which, unit, each)));
        figures.add(Figure.plain(what + ", with / without", "x", InterleavedRuns.ratios(values, WITH, WITHOUT)));
        return figures;
    }

    private static void delete(Path directory) throws IOException {
        try (var paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
