package org.c4igateway.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
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

    /** Keeps a run. */
    public void write(RunResult result) throws IOException {
        write(file(result.key()), JSON.writeValueAsString(result));
    }

    /** Whether a run is there that needs no repeating: one that failed or was impossible is made again. */
    public boolean has(RunKey key) {
        Path file = file(key);
        try {
            return Files.isRegularFile(file) && read(file, RunResult.class).saysSomething();
        } catch (IOException e) {
            return false;
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
