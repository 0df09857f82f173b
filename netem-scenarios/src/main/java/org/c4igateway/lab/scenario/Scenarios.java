package org.c4igateway.lab.scenario;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.c4igateway.topics.yaml.YamlNode;

/**
 * The scenarios and cells of a directory: each {@code .yaml} file is a scenario named by its path without the ending,
 * but for {@code cells.yaml}, which holds the cells that all of them may name.
 */
public final class Scenarios {
    private static final String ENDING = ".yaml";
    private static final String CELLS = "cells.yaml";
    private static final int DIGEST_BYTES = 6;

    private final Path directory;
    private final Map<String, Cell> cells;

    private Scenarios(Path directory, Map<String, Cell> cells) {
        this.directory = directory;
        this.cells = cells;
    }

    /** Reads the shared cells; scenarios are read when asked for. */
    public static Scenarios in(Path directory) throws IOException, ScenarioException {
        Path shared = directory.resolve(CELLS);
        try {
            return new Scenarios(
                    directory, CellReader.read(ScenarioReader.root(shared.toString(), Files.readString(shared))));
        } catch (YamlNode.Fault e) {
            throw new ScenarioException(List.of(String.valueOf(e.getMessage())));
        }
    }

    /** Cells that every scenario may name, by name. */
    public Map<String, Cell> cells() {
        return Map.copyOf(cells);
    }

    /** Names of all scenarios, sorted. */
    public List<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(file -> directory.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> name.endsWith(ENDING) && !name.equals(CELLS))
                    .map(name -> name.substring(0, name.length() - ENDING.length()))
                    .sorted()
                    .toList();
        }
    }

    /** @param name one of {@link #names}, or the path of a file elsewhere */
    public Scenario read(String name) throws IOException, ScenarioException {
        Path shipped = shipped(name);
        Path file = file(name);
        String given = String.valueOf(file.getFileName());
        String scenario = file.equals(shipped) || !given.endsWith(ENDING)
                ? name
                : given.substring(0, given.length() - ENDING.length());
        return new ScenarioReader(cells)
                .read(scenario, file.toString(), Files.readString(file, StandardCharsets.UTF_8));
    }

    /**
     * The start of a SHA-256 of a scenario's file and of the shared cells: another one means that the scenario may have
     * changed.
     *
     * @param name as of {@link #read}
     */
    public String digest(String name) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(Files.readAllBytes(directory.resolve(CELLS)));
            digest.update(Files.readAllBytes(file(name)));
            return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // each Java platform has it
        }
    }

    private Path file(String name) {
        Path shipped = shipped(name);
        return Files.isRegularFile(shipped) ? shipped : Path.of(name);
    }

    private Path shipped(String name) {
        return directory.resolve(name + ENDING);
    }
}
