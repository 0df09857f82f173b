package org.c4igateway.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.c4igateway.cli.security.Grant;
import org.c4igateway.cli.security.LabAuthority;
import org.c4igateway.cli.security.SecuritySetupException;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsSecurity;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.topics.TopicCatalogue;

/**
 * What DDS Security costs: the same two processes are in a domain without and in one with it at the same time, on the same
 * library, and are measured in both by turns.
 */
final class DdsSecurityBenchmark implements Benchmark {
    private static final int[] SIZES = {200, 1_024, 16_384};
    private static final int ROUND_TRIPS = 20_000;
    private static final int STREAM = 400_000;
    private static final int PLAIN_DOMAIN = 80;
    private static final int SECURED_DOMAIN = 81;

    private final InstantSource time;

    /** @param time from when on the credentials are good */
    DdsSecurityBenchmark(InstantSource time) {
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
            new LabAuthority(directory, 1)
                    .prepare(
                            List.of(Grant.parse("BENCH"), Grant.parse("PARTNER")),
                            SECURED_DOMAIN,
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
        try (DdsParticipant secured = DdsPartner.join(SECURED_DOMAIN, ours);
                DdsParticipant plain = DdsPartner.join(PLAIN_DOMAIN, Optional.empty());
                JavaProcess _ = JavaProcess.start(
                        DdsPartner.class,
                        Integer.toString(PLAIN_DOMAIN),
                        "0",
                        Integer.toString(SECURED_DOMAIN),
                        directory.resolve("PARTNER").toString())) {
            List<Figure> figures = new ArrayList<>();
            for (int size : SIZES) {
                figures.addAll(compare(
                        options,
                        "round trip " + size + " B, median",
                        "us",
                        secure -> DdsBenchmark.roundTrip(secure ? secured : plain, size, options.scaled(ROUND_TRIPS))));
            }
            for (boolean batched : new boolean[] {true, false}) {
                figures.addAll(compare(
                        options,
                        "one way 200 B, " + (batched ? "batched" : "not batched"),
                        "msg/s",
                        secure -> DdsBenchmark.rate(secure ? secured : plain, 200, options.scaled(STREAM), batched)));
            }
            return figures;
        }
    }

    /** Takes turns, the other one first each time. */
    private static List<Figure> compare(BenchOptions options, String what, String unit, Measurement measurement)
            throws Exception {
        double[] plain = new double[options.repetitions()];
        double[] secured = new double[options.repetitions()];
        for (int i = 0; i < plain.length; i++) {
            if (i % 2 == 0) {
                plain[i] = measurement.take(false);
                secured[i] = measurement.take(true);
            } else {
                secured[i] = measurement.take(true);
                plain[i] = measurement.take(false);
            }
        }
        double[] ratios = new double[plain.length];
        Arrays.setAll(ratios, i -> secured[i] / plain[i]);
        return List.of(
                Figure.plain(what + ", without", unit, plain),
                Figure.plain(what + ", with DDS Security", unit, secured),
                Figure.plain(what + ", with / without", "x", ratios));
    }

    private static void delete(Path directory) throws IOException {
        try (var paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** One measurement in one of the two domains. */
    private interface Measurement {
        double take(boolean secured) throws Exception;
    }
}
