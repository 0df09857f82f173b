package org.c4igateway.topics;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads catalogue rows and collects every problem before it gives up. One use per file; one thread. */
final class CatalogueCsv {
    static final int MAX_FILE_BYTES = 4 << 20;
    private static final int MAX_TOPICS = 10_000;
    private static final int MAX_CELL_CHARS = 256;
    private static final int MAX_PROBLEMS = 100;
    private static final Duration MAX_LIFESPAN = Duration.ofDays(366);
    private static final List<String> REQUIRED = List.of("id", "name", "title", "functional_area", "traffic_class");
    private static final List<String> OPTIONAL = List.of("reliability", "lifespan");

    private final String file;
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Integer> columns = new HashMap<>();
    private final Map<String, Integer> lineOfId = new HashMap<>();
    private final Map<String, Integer> lineOfName = new HashMap<>();
    private final List<Topic> topics = new ArrayList<>();

    CatalogueCsv(String file) {
        this.file = file;
    }

    List<Topic> read(byte[] content) {
        List<CsvRows.Row> rows = new CsvRows(decode(content), this::problem).all();
        if (rows.isEmpty()) {
            problem(1, "no header row; expected " + String.join(",", REQUIRED));
        } else if (readHeader(rows.getFirst())) {
            rows.stream().skip(1).limit(MAX_TOPICS + 1L).forEach(this::readTopic);
            if (rows.size() > MAX_TOPICS + 1) {
                problem(rows.get(MAX_TOPICS + 1).line(), "more than " + MAX_TOPICS + " topics");
            }
            if (rows.size() == 1) {
                problem(1, "the catalogue holds no topic");
            }
        }
        if (!problems.isEmpty()) {
            throw new CatalogueException(problems);
        }
        return topics;
    }

    private String decode(byte[] content) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            problem(1, "not UTF-8 text");
            throw new CatalogueException(problems);
        }
    }

    private boolean readHeader(CsvRows.Row header) {
        for (int i = 0; i < header.cells().size(); i++) {
            String name = header.cells().get(i).strip();
            if (!REQUIRED.contains(name) && !OPTIONAL.contains(name)) {
                problem(header.line(), "unknown column '" + name + "'");
            } else if (columns.putIfAbsent(name, i) != null) {
                problem(header.line(), "column '" + name + "' twice");
            }
        }
        for (String name : REQUIRED) {
            if (!columns.containsKey(name)) {
                problem(header.line(), "column '" + name + "' is missing");
            }
        }
        return problems.isEmpty();
    }

    private void readTopic(CsvRows.Row row) {
        if (row.cells().size() > columns.size()) {
            problem(row.line(), row.cells().size() + " cells under " + columns.size() + " columns");
            return;
        }
        int before = problems.size();
        row.cells().stream()
                .filter(cell -> cell.length() > MAX_CELL_CHARS)
                .forEach(_ -> problem(row.line(), "a cell longer than " + MAX_CELL_CHARS + " characters"));
        checkUnique(row, "id", lineOfId);
        checkUnique(row, "name", lineOfName);
        TrafficClass trafficClass = trafficClass(row);
        if (trafficClass != null) {
            Boolean reliable = reliability(row, trafficClass);
            Duration lifespan = lifespan(row, trafficClass);
            if (reliable != null && lifespan != null) {
                checkConsistent(row, trafficClass, reliable);
                addTopic(row, trafficClass, reliable, lifespan, before);
            }
        }
    }

    private void addTopic(
            CsvRows.Row row, TrafficClass trafficClass, boolean reliable, Duration lifespan, int problemsBefore) {
        try {
            Topic topic = new Topic(
                    cell(row, "id"),
                    cell(row, "name"),
                    cell(row, "title"),
                    cell(row, "functional_area"),
                    trafficClass,
                    reliable,
                    lifespan);
            if (problems.size() == problemsBefore) {
                topics.add(topic);
            }
        } catch (IllegalArgumentException e) {
            problem(row.line(), String.valueOf(e.getMessage()));
        }
    }

    private void checkUnique(CsvRows.Row row, String column, Map<String, Integer> seen) {
        String value = cell(row, column);
        Integer first = seen.putIfAbsent(value, row.line());
        if (first != null) {
            problem(row.line(), column + " '" + value + "' is already used in line " + first);
        }
    }

    private @Nullable TrafficClass trafficClass(CsvRows.Row row) {
        String value = cell(row, "traffic_class");
        for (TrafficClass candidate : TrafficClass.values()) {
            if (candidate.name().equals(value)) {
                return candidate;
            }
        }
        problem(row.line(), "unknown traffic class '" + value + "'; known: " + Arrays.toString(TrafficClass.values()));
        return null;
    }

    private @Nullable Boolean reliability(CsvRows.Row row, TrafficClass trafficClass) {
        String value = cell(row, "reliability");
        return switch (value) {
            case "" -> Boolean.valueOf(trafficClass.reliable());
            case "RELIABLE" -> Boolean.TRUE;
            case "BEST_EFFORT" -> Boolean.FALSE;
            default -> {
                problem(row.line(), "reliability '" + value + "' is neither RELIABLE nor BEST_EFFORT");
                yield null;
            }
        };
    }

    private @Nullable Duration lifespan(CsvRows.Row row, TrafficClass trafficClass) {
        String value = cell(row, "lifespan");
        if (value.isEmpty()) {
            return trafficClass.defaultLifespan();
        }
        try {
            Duration lifespan = Duration.parse(value);
            if (lifespan.compareTo(Duration.ofMillis(1)) >= 0 && lifespan.compareTo(MAX_LIFESPAN) <= 0) {
                return lifespan;
            }
            problem(row.line(), "lifespan '" + value + "' is not between 1 ms and " + MAX_LIFESPAN.toDays() + " days");
        } catch (DateTimeParseException e) {
            problem(row.line(), "lifespan '" + value + "' is not an ISO 8601 duration such as PT30S or P7D");
        }
        return null;
    }

    private void checkConsistent(CsvRows.Row row, TrafficClass trafficClass, boolean reliable) {
        switch (trafficClass) {
            case PERIODIC -> {
                if (reliable && cell(row, "lifespan").isEmpty()) {
                    problem(
                            row.line(),
                            "a RELIABLE PERIODIC topic must state its lifespan: repeating stale updates delays fresh ones");
                }
            }
            case ALERT, ORDER, REQUEST, RESPONSE -> {
                if (!reliable) {
                    problem(row.line(), trafficClass + " must be RELIABLE: its messages are not sent a second time");
                }
            }
            case SUMMARY, REPORT -> {}
        }
    }

    private String cell(CsvRows.Row row, String column) {
        Integer index = columns.get(column);
        return index == null || index >= row.cells().size()
                ? ""
                : row.cells().get(index).strip();
    }

    private void problem(int line, String reason) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(file + ":" + line + ": " + reason);
        }
    }
}
