package org.c4igateway.interop;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A DDS application in a process of its own, driven by lines:
 *
 * <pre>
 * to it                                    from it
 * writer TOPIC reliable|best-effort        READY
 * reader TOPIC reliable|best-effort        DATA TOPIC ORIGIN SEQUENCE PAYLOAD-HEX
 * write TOPIC ORIGIN SEQUENCE              STATE TOPIC ORIGIN DISPOSED|NO_WRITERS
 * dispose|unregister TOPIC ORIGIN          MATCHED TOPIC COUNT
 * close TOPIC                              ERROR TEXT
 * matched TOPIC
 * quit
 * </pre>
 *
 * {@code close} ends the writer of a topic. Reliable is also TRANSIENT_LOCAL and KEEP_ALL; writers do not dispose what
 * they unregister. One thread drives it.
 */
final class PeerProcess implements AutoCloseable {
    private static final Duration ROUND = Duration.ofMillis(100);
    private static final int MAX_LINES = 100_000;

    private final String name;
    private final Process process;
    private final BufferedWriter commands;
    private final List<String> lines = new ArrayList<>();

    PeerProcess(String name, List<String> command, Path log) {
        this.name = name;
        try {
            this.process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name, e);
        }
        this.commands = new BufferedWriter(process.outputWriter(StandardCharsets.UTF_8));
        Thread.ofPlatform().daemon().name("interop-" + name).start(this::listen);
    }

    String name() {
        return name;
    }

    private void listen() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                synchronized (lines) {
                    if (lines.size() < MAX_LINES) {
                        lines.add(line);
                    }
                    lines.notifyAll();
                }
            }
        } catch (IOException e) {
            // The process has ended.
        }
        synchronized (lines) {
            lines.notifyAll();
        }
    }

    void tell(String command) {
        try {
            commands.write(command);
            commands.newLine();
            commands.flush();
        } catch (IOException e) {
            throw new PeerFailedException(name + " has ended with status " + status(), e);
        }
    }

    /** A status above 128 names the signal that ended the process: 139 is a crash in native code. */
    private String status() {
        try {
            return process.waitFor(Duration.ofSeconds(1)) ? Integer.toString(process.exitValue()) : "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }

    /**
     * Waits until it is ready.
     *
     * @throws PeerFailedException when it ends instead, or is not ready in time
     */
    void awaitReady(Duration patience) {
        if (!await(patience, seen -> seen.contains("READY"))) {
            requireAlive();
            throw new PeerFailedException(name + " is not ready within " + patience.toSeconds() + " s", null);
        }
    }

    /** @throws PeerFailedException when it has ended, with its status */
    void requireAlive() {
        if (!process.isAlive()) {
            throw new PeerFailedException(name + " has ended with status " + status(), null);
        }
    }

    /** @return lines so far that fit */
    List<String> lines(Predicate<String> wanted) {
        synchronized (lines) {
            return lines.stream().filter(wanted).toList();
        }
    }

    /** Waits until a condition on its lines holds. @return whether it does */
    boolean await(Duration patience, Predicate<List<String>> condition) {
        long deadline = System.nanoTime() + patience.toNanos();
        synchronized (lines) {
            while (!condition.test(lines)) {
                long left = deadline - System.nanoTime();
                if (left <= 0 || !process.isAlive()) {
                    return condition.test(lines);
                }
                try {
                    lines.wait(Math.max(1, Math.min(left, ROUND.toNanos()) / 1_000_000));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
            return true;
        }
    }

    /** Asks again and again. @return whether the endpoint on that topic got that many partners in time */
    boolean awaitMatched(String topic, int count, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        String wanted = "MATCHED " + topic + " " + count;
        int before = lines(_ -> true).size();
        while (System.nanoTime() < deadline && process.isAlive()) {
            tell("matched " + topic);
            if (await(ROUND, seen -> seen.subList(before, seen.size()).contains(wanted))) {
                return true;
            }
        }
        return false;
    }

    /** @return sequence numbers that arrived on a topic from an origin, in order of arrival */
    List<Long> received(String topic, String origin) {
        String start = "DATA " + topic + " " + origin + " ";
        return lines(line -> line.startsWith(start)).stream()
                .map(line -> Long.parseLong(line.split(" ", -1)[3]))
                .toList();
    }

    /** It has ended, or does not start. */
    static final class PeerFailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        PeerFailedException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    @Override
    public void close() {
        try {
            tell("quit");
        } catch (PeerFailedException e) {
            // It has ended by itself.
        }
        try {
            if (!process.waitFor(Duration.ofSeconds(5))) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
