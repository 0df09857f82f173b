package org.c4igateway.bench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.bench.Figure;
import org.c4igateway.bench.Machine;
import org.c4igateway.bench.result.KeptRun.KeptBenchmark;
import org.c4igateway.bench.result.KeptRun.KeptFigure;
import org.c4igateway.lab.run.RunEnvironment;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file of one call of {@code bench run}. It is written anew after each benchmark, so that a later one that fails
 * loses nothing. Used by one thread.
 */
public final class ResultFile {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path file;
    private final KeptRun head;
    private final List<KeptBenchmark> benchmarks = new ArrayList<>();

    private ResultFile(Path file, KeptRun head) {
        this.file = file;
        this.head = head;
    }

    /**
     * Names a file and writes nothing yet.
     *
     * @param directory is made when there is something to write
     * @param command the command line that runs
     */
    public static ResultFile in(Path directory, Instant started, String command) {
        String instant = started.truncatedTo(ChronoUnit.SECONDS).toString();
        String commit = RunEnvironment.commit();
        return new ResultFile(
                directory.resolve(
                        instant.replace(":", "") + "-" + commit.replace(" with changes", "-changed") + ".json"),
                new KeptRun(instant, commit, Machine.describe(), Machine.load(), command, List.of()));
    }

    /** Adds what a benchmark found. */
    public void add(String name, List<Figure> figures) throws IOException {
        benchmarks.add(
                new KeptBenchmark(name, figures.stream().map(KeptFigure::of).toList()));
        KeptRun run =
                new KeptRun(head.started(), head.commit(), head.machine(), head.load(), head.command(), benchmarks);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, JSON.writeValueAsBytes(run));
    }

    /** Where it is, or will be. */
    public Path path() {
        return file;
    }

    /** @throws IOException with the name of a file that holds no result */
    static KeptRun read(Path file) throws IOException {
        try {
            return JSON.readValue(Files.readAllBytes(file), KeptRun.class);
        } catch (JacksonException e) {
            throw new IOException("not a result of bench run: " + file, e);
        }
    }
}
