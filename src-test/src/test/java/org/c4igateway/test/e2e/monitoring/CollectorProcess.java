package org.c4igateway.test.e2e.monitoring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.c4igateway.core.testkit.TestNetwork;
import org.jspecify.annotations.Nullable;

/** A real collector of OpenTelemetry, which takes traces by HTTP and by HTTPS and writes what it has into its log. */
final class CollectorProcess extends MonitoringProcess {
    private static final Path BUILD = Path.of("src", "test", "collector", "build.sh");
    private static final int CANNOT = 77;
    private static final Pattern VALUE = Pattern.compile("\\s+([A-Z][A-Za-z ]+?)\\s*: ?(.*)");
    private static final Pattern ATTRIBUTE = Pattern.compile("\\s+-> ([a-z0-9._]+): \\w+\\((.*)\\)");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss[.SSSSSSSSS]");

    private final Path log;
    private final String address;
    private final int http;
    private final int https;

    private CollectorProcess(Process process, Path log, String address, int http, int https) {
        super(process);
        this.log = log;
        this.address = address;
        this.http = http;
        this.https = https;
    }

    /**
     * One span as the collector tells it.
     *
     * @param values by their names in the collector's words, such as {@code Parent ID}
     * @param attributes those of the span and of its resource
     */
    record Span(Map<String, String> values, Map<String, String> attributes) {
        String value(String name) {
            return values.getOrDefault(name, "");
        }

        String attribute(String name) {
            return attributes.getOrDefault(name, "");
        }

        Instant time(String name) {
            String text = value(name).replace(" +0000 UTC", "");
            String[] parts = text.split("\\.", 2);
            String nanos = parts.length < 2 ? "" : "." + (parts[1] + "000000000").substring(0, 9);
            return TIME.parse(parts[0] + nanos, LocalDateTime::from).toInstant(ZoneOffset.UTC);
        }
    }

    /** @return the program, built now when it was not before; empty, with a line in {@code why}, when it cannot be */
    static Optional<Path> program(List<String> why) throws IOException, InterruptedException {
        Process build = new ProcessBuilder("bash", BUILD.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int status = build.waitFor();
        String last = output.substring(output.lastIndexOf('\n') + 1);
        if (status == CANNOT) {
            why.add(last);
            return Optional.empty();
        }
        if (status != 0) {
            throw new AssertionError(output);
        }
        return Optional.of(Path.of(last));
    }

    /** @param certificates directory with {@code certificate.pem} and {@code key.pem} */
    static CollectorProcess start(Path program, Path directory, String address, Path certificates) throws IOException {
        Files.createDirectories(directory);
        int http = TestNetwork.port();
        int https = TestNetwork.port();
        Path configuration = Files.writeString(directory.resolve("collector.yaml"), """
                receivers:
                  otlp/open:
                    protocols: {http: {endpoint: '%s:%d'}}
                  otlp/tls:
                    protocols: {http: {endpoint: '%s:%d', tls: {cert_file: '%s', key_file: '%s'}}}
                exporters:
                  debug: {verbosity: detailed}
                service:
                  telemetry: {metrics: {level: none}}
                  pipelines:
                    traces: {receivers: [otlp/open, otlp/tls], exporters: [debug]}
                """.formatted(
                        address,
                        http,
                        address,
                        https,
                        certificates.resolve("certificate.pem").toAbsolutePath(),
                        certificates.resolve("key.pem").toAbsolutePath()));
        Path log = directory.resolve("collector.log");
        Process process = new ProcessBuilder(program.toString(), "--config=" + configuration.toAbsolutePath())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new CollectorProcess(process, log, address, http, https);
    }

    String http() {
        return "http://" + address + ":" + http;
    }

    String https() {
        return "https://" + address + ":" + https;
    }

    /** @return whether it takes traces; fails when it has ended */
    boolean isReady() {
        if (!process.isAlive()) {
            throw new AssertionError(log());
        }
        return log().contains("Everything is ready");
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return the spans of a trace so far */
    List<Span> spans(String trace) {
        List<Span> all = new ArrayList<>();
        Map<String, String> resource = new HashMap<>();
        Span current = null;
        for (String line : log().lines().toList()) {
            if (line.contains("ResourceSpans #")) {
                resource = new HashMap<>();
                current = null;
            } else if (line.startsWith("Span #")) {
                current = new Span(new HashMap<>(), new HashMap<>(resource));
                all.add(current);
            }
            add(line, resource, current);
        }
        return all.stream().filter(span -> span.value("Trace ID").equals(trace)).toList();
    }

    private static void add(String line, Map<String, String> resource, @Nullable Span current) {
        Matcher attribute = ATTRIBUTE.matcher(line);
        if (attribute.matches()) {
            (current == null ? resource : current.attributes()).put(attribute.group(1), attribute.group(2));
            return;
        }
        Matcher value = VALUE.matcher(line);
        if (current != null && value.matches()) {
            current.values().put(value.group(1), value.group(2).strip());
        }
    }
}
