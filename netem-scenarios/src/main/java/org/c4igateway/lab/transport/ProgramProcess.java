package org.c4igateway.lab.transport;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.testbed.ProgramLog;
import org.c4igateway.lab.testbed.ServiceOptions;

/** A program of this package in a place of a network. Belongs to one thread. {@link #close} kills it. */
public final class ProgramProcess implements AutoCloseable {
    private static final int MAX_LINES = 1_000;
    /** How often the others are looked at while one is waited for. */
    private static final Duration TURN = Duration.ofMillis(500);

    private final String name;
    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(MAX_LINES);

    private ProgramProcess(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /**
     * What to run.
     *
     * @param name for messages and logs: what it does
     * @param mainClass its entry point
     * @param words of its command line
     */
    public record Program(String name, Class<?> mainClass, List<String> words) {
        public Program {
            words = List.copyOf(words);
        }
    }

    /** It has not measured in time what it was to measure. */
    public static final class Unfinished extends IOException {
        private static final long serialVersionUID = 1L;

        public Unfinished(String message) {
            super(message);
        }
    }

    /**
     * Starts it with the options of a node's JVM.
     *
     * @param enter words that make the command after them run in its place
     * @param directory for what it says besides its figures
     */
    public static ProgramProcess start(List<String> enter, ClassPathFile classPath, Program program, Path directory)
            throws IOException {
        String name = program.name();
        List<String> command = new ArrayList<>(enter);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ServiceOptions.read());
        command.add("-Djava.io.tmpdir=" + directory.toAbsolutePath());
        command.add(ProgramLog.warnings());
        command.add("@" + classPath.file());
        command.add(program.mainClass().getName());
        command.addAll(program.words());
        ProgramProcess started = new ProgramProcess(
                name,
                new ProcessBuilder(command)
                        .redirectError(directory.resolve(name + ".log").toFile())
                        .start());
        Thread.ofVirtual().start(started::read);
        return started;
    }

    private void read() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            reader.lines()
                    .filter(line -> line.startsWith(TransportProgram.MARK))
                    .map(line -> line.substring(TransportProgram.MARK.length()))
                    .takeWhile(lines::offer)
                    .forEach(line -> {});
        } catch (IOException | UncheckedIOException e) {
            // it was killed
        }
        var _ = lines.offer(TransportProgram.FAILED + " it ended");
    }

    /**
     * Waits for its next line.
     *
     * @throws CannotRunException when this machine lacks what it needs
     * @throws IOException when it breaks, ends or says nothing for so long
     */
    public String next(Duration patience) throws IOException, InterruptedException {
        return poll(patience)
                .orElseThrow(() -> new IOException(
                        "the program that " + name + " did not answer for " + patience.toSeconds() + " s"));
    }

    /**
     * Waits for its next line, which says what it measured.
     *
     * @param limit longest time of it
     * @throws Unfinished when it says nothing for so long
     * @throws IOException when it breaks or ends
     */
    public String measured(Duration limit) throws IOException, InterruptedException {
        return poll(limit).orElseThrow(() -> unfinished(limit));
    }

    /**
     * The same while others work for it: the one that breaks or ends is named at once. What they say meanwhile is
     * dropped.
     *
     * @param limit longest time of it
     * @throws Unfinished when it says nothing for so long
     * @throws IOException when it or one of the others breaks or ends
     */
    public String measured(Duration limit, List<ProgramProcess> others) throws IOException, InterruptedException {
        Optional<String> line = Optional.empty();
        for (Duration waited = Duration.ZERO; line.isEmpty(); waited = waited.plus(TURN)) {
            if (waited.compareTo(limit) >= 0) {
                throw unfinished(limit);
            }
            line = poll(TURN);
            for (ProgramProcess other : others) {
                var _ = other.poll(Duration.ZERO);
            }
        }
        return line.get();
    }

    /** What {@link #measured} throws. */
    public Unfinished unfinished(Duration limit) {
        return new Unfinished("the program that " + name + " did not finish in " + limit.toSeconds() + " s");
    }

    /** Its next line; empty when it says nothing for so long. Throws as {@link #next} does when it breaks. */
    public Optional<String> poll(Duration patience) throws IOException, InterruptedException {
        String line = lines.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            return Optional.empty();
        }
        if (line.startsWith(TransportProgram.CANNOT)) {
            throw new CannotRunException(
                    line.substring(TransportProgram.CANNOT.length()).strip());
        }
        if (line.startsWith(TransportProgram.FAILED)) {
            throw new IOException("the program that " + name + " broke: "
                    + line.substring(TransportProgram.FAILED.length()).strip());
        }
        return Optional.of(line);
    }

    /** Gives it a line on its input. */
    public void tell(String line) throws IOException {
        OutputStream input = process.getOutputStream();
        input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    /** Its number in the operating system. */
    public long pid() {
        return process.pid();
    }

    public ProcessFigures figures() throws IOException {
        return ProcessFigures.of(process);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
