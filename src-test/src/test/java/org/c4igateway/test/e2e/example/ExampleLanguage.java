package org.c4igateway.test.e2e.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.postgresql.Driver;

/** A language in which there are examples for C4I servers, and how its programs are started as their page says. */
enum ExampleLanguage {
    JAVA("Submit.java", "Publish.java", "ReadOn.java") {
        @Override
        Optional<List<String>> launcher() {
            Path driver = Path.of(Driver.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .getPath());
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            return Optional.of(List.of(java, "-Xmx64m", "-cp", driver.toString()));
        }

        @Override
        Map<String, String> environment(DatabaseSettings app) {
            return Map.of("C4I_DB_URL", app.url(), "C4I_DB_USER", app.user(), "C4I_DB_PASSWORD", app.password());
        }
    },

    PYTHON("submit.py", "publish.py", "read_on.py") {
        @Override
        Optional<List<String>> launcher() {
            return Stream.of("python3", "/usr/bin/python3")
                    .filter(python -> runs(List.of(python, "-c", "import psycopg")))
                    .findFirst()
                    .map(List::of);
        }

        @Override
        Map<String, String> environment(DatabaseSettings app) {
            String[] address = app.url().replaceFirst("jdbc:postgresql://", "").split("[:/]", 3);
            return Map.of(
                    "PGHOST", address[0],
                    "PGPORT", address[1],
                    "PGDATABASE", address[2],
                    "PGUSER", app.user(),
                    "PGPASSWORD", app.password());
        }
    };

    private static final Path EXAMPLES =
            Path.of("..", "examples").toAbsolutePath().normalize();

    private final String submit;
    private final String publish;
    private final String readOn;

    ExampleLanguage(String submit, String publish, String readOn) {
        this.submit = submit;
        this.publish = publish;
        this.readOn = readOn;
    }

    /** What starts a program; nothing where the language or its driver is not installed. */
    abstract Optional<List<String>> launcher();

    abstract Map<String, String> environment(DatabaseSettings app);

    private static boolean runs(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Submits a file with the example; returns the number that it prints. */
    long submit(DatabaseSettings app, String topic, String destination, Path file) throws IOException {
        return number(program(app, submit, topic, "1", destination, file.toString()));
    }

    /** The same without a destination. */
    long publish(DatabaseSettings app, String topic, Path file) throws IOException {
        return number(program(app, publish, topic, "1", file.toString()));
    }

    /** The example that reads, to be started. */
    ProcessBuilder reader(DatabaseSettings app, Path position, int seconds) {
        return program(app, readOn, position.toString(), Integer.toString(seconds));
    }

    private ProcessBuilder program(DatabaseSettings app, String name, String... arguments) {
        List<String> command = new ArrayList<>(launcher().orElseThrow());
        command.add(
                EXAMPLES.resolve(name().toLowerCase(Locale.ROOT)).resolve(name).toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment(app));
        return builder;
    }

    private static long number(ProcessBuilder program) throws IOException {
        Process process = program.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(output).as(String.join(" ", program.command())).containsOnlyDigits();
        return Long.parseLong(output);
    }
}
