package org.c4igateway.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A directory that holds one experiment: {@code experiment.json}, and a file per run below {@code runs}. A file is
 * complete or not there, so an experiment that was interrupted is continued with what is missing. Safe for concurrent
 * use.
 */
public final class ResultDirectory {
    private static final String EXPERIMENT = "experiment.json";
    /** Between the name of a file and a number. */
    private static final String MADE_AGAIN = ".failed-";

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path path;

    public ResultDirectory(Path path) {
        this.path = path;
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** Whether an experiment was begun here. */
    public boolean hasExperiment() {
        return Files.isRegularFile(path.resolve(EXPERIMENT));
    }

    /** Keeps what the experiment is. */
    public void write(Experiment experiment) throws IOException {
        Files.createDirectories(path.resolve("runs"));
        write(path.resolve(EXPERIMENT), JSON.writeValueAsString(experiment));
    }

    /** Reads what the experiment is. */
    public Experiment experiment() throws IOException {
        return read(path.resolve(EXPERIMENT), Experiment.class);
    }

    /**
     * Keeps a run. An earlier one of the same key is a run that failed or was impossible; a failed one is kept beside
     * it.
     *
     * @throws IOException also if the file of this key has another run
     */
    public void write(RunResult result) throws IOException {
        Path file = file(result.key());
        Optional<RunResult> before = readIfThere(file);
        if (before.isPresent() && !before.get().key().equals(result.key())) {
            throw new IOException(
                    file + " has another run: " + before.get().key() + ". Give conditions names that differ more");
        }
        if (before.isPresent() && before.get().outcome() == RunResult.Outcome.FAILED) {
            Files.move(file, unused(file));
        }
        write(file, JSON.writeValueAsString(result));
    }

    /**
     * Whether a run is there that needs no repeating. One that was impossible, or failed for another reason than that
     * messages were lost, doubled or altered, is made again.
     */
    public boolean has(RunKey key) {
        return readIfThere(file(key))
                .filter(run -> run.key().equals(key))
                .filter(run -> run.saysSomething() || !run.delivery().faults().isEmpty())
                .isPresent();
    }

    /** Names of runs that failed and were made again, sorted. */
    public List<String> madeAgain() throws IOException {
        try (Stream<Path> files = Files.list(path.resolve("runs"))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.contains(MADE_AGAIN))
                    .sorted()
                    .toList();
        }
    }

    private static Path unused(Path file) {
        return IntStream.iterate(1, number -> number + 1)
                .mapToObj(number -> file.resolveSibling(file.getFileName() + MADE_AGAIN + number))
                .filter(Files::notExists)
                .findFirst()
                .orElseThrow();
    }

    private static Optional<RunResult> readIfThere(Path file) {
        try {
            return Files.isRegularFile(file) ? Optional.of(read(file, RunResult.class)) : Optional.empty();
        } catch (IOException e) { // made again
            return Optional.empty();
        }
    }

    /** All runs, sorted by file name. */
    public List<RunResult> runs() throws IOException {
        List<RunResult> results = new ArrayList<>();
        try (Stream<Path> files = Files.list(path.resolve("runs"))) {
            for (Path file : files.filter(name -> name.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                results.add(read(file, RunResult.class));
            }
        }
        return results;
    }

    private Path file(RunKey key) {
        return path.resolve("runs").resolve(key.fileName() + ".json");
    }

    private static <T> T read(Path file, Class<T> type) throws IOException {
        try {
            return JSON.readValue(Files.readString(file), type);
        } catch (JacksonException e) {
            throw new IOException(file + " cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Path fresh = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text + "\n");
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
