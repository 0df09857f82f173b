package org.c4igateway.lab.transport.stream;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.transport.EndSettings;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.ProcessFigures;
import org.c4igateway.lab.transport.ProgramProcess;
import org.c4igateway.lab.transport.TransportProgram;

/**
 * A program that sends streams and one that receives them, which is killed and replaced in the middle of each where
 * that is wanted. Belongs to one thread. {@link #close} kills them.
 */
public final class StreamProcesses implements AutoCloseable {
    /** A receiver acknowledges after so many bytes, behind the chunk that completes them. */
    public static final int ACKNOWLEDGED_BYTES = StreamReceiver.STEP_BYTES;

    private static final Duration START_PATIENCE = Duration.ofMinutes(1);

    private static final double BYTES_PER_MEGABYTE = 1e6;

    private final Scene scene;
    private final ClassPathFile classPath;
    private final ProgramProcess sending;
    private ProgramProcess receiving;
    private int receivers;

    /** What receivers used that were killed. */
    private ProcessFigures killed = new ProcessFigures(0, 0);

    /**
     * Which programs.
     *
     * @param enterSending words that make a command run where the sender is
     * @param enterReceiving the same for the receiver
     * @param sending end of the sender
     * @param receiving end of the receiver
     * @param streams what is sent
     * @param table in which the receiver stores chunks; empty for none
     * @param patience longest time of one stream
     * @param directory for logs and the checkpoint
     */
    public record Scene(
            List<String> enterSending,
            List<String> enterReceiving,
            EndSettings sending,
            EndSettings receiving,
            Streams streams,
            Optional<ChunkTable> table,
            Duration patience,
            Path directory) {}

    /**
     * What is sent.
     *
     * @param chunks bytes of the chunks, a stream for each
     * @param volume bytes of a stream
     * @param killAt share of it at which the receiver is killed; 0 for never
     */
    public record Streams(List<Integer> chunks, long volume, double killAt) {
        public Streams {
            chunks = List.copyOf(chunks);
        }

        private long killAtBytes() {
            return killAt == 0 ? 0 : Math.max(1, Math.round(volume * killAt));
        }
    }

    private StreamProcesses(Scene scene, ClassPathFile classPath) throws IOException, InterruptedException {
        this.scene = scene;
        this.classPath = classPath;
        this.receiving = startReceiver();
        try {
            this.sending = start(scene.enterSending(), "sends", assignment(scene.sending()));
        } catch (IOException | RuntimeException e) {
            receiving.close();
            throw e;
        }
    }

    /**
     * Starts both. Blocks until the receiver is there.
     *
     * @throws org.c4igateway.lab.transport.CannotRunException when this machine lacks what the carrier needs
     */
    public static StreamProcesses start(Scene scene, ClassPathFile classPath) throws IOException, InterruptedException {
        return new StreamProcesses(scene, classPath);
    }

    private ProgramProcess startReceiver() throws IOException, InterruptedException {
        ProgramProcess started = start(scene.enterReceiving(), "receives" + receivers++, assignment(scene.receiving()));
        try {
            started.next(START_PATIENCE);
            return started;
        } catch (IOException | InterruptedException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private ProgramProcess start(List<String> enter, String name, StreamAssignment assignment) throws IOException {
        return ProgramProcess.start(
                enter,
                classPath,
                new ProgramProcess.Program(name, StreamProgram.class, assignment.words()),
                scene.directory());
    }

    private StreamAssignment assignment(EndSettings end) {
        return new StreamAssignment(
                end,
                scene.streams().chunks(),
                scene.streams().volume(),
                scene.streams().killAtBytes(),
                scene.directory().resolve("checkpoint").toAbsolutePath().toString(),
                scene.table().map(table -> table.file().toString()).orElse(""));
    }

    /**
     * Blocks until all streams were sent, and what is stored was read again.
     *
     * @throws IOException also when the table does not hold each chunk once
     */
    public ExchangeResult run() throws IOException, InterruptedException {
        measured(START_PATIENCE.plus(scene.patience())); // it warms up over the link before
        ProcessFigures sendingBegun = sending.figures();
        ProcessFigures receivingBegun = received();
        List<ExchangeResult.Step> steps = new ArrayList<>();
        for (int i = 0; i < scene.streams().chunks().size(); i++) {
            double before = cpuSeconds();
            if (scene.streams().killAt() > 0) {
                requireReached(measured(scene.patience()));
                replaceReceiver();
            }
            steps.add(step(
                    measured(scene.patience()),
                    cpuSeconds() - before,
                    scene.table().isPresent()));
        }
        Map<String, ProcessFigures> programs = Map.of(
                "sends", sending.figures().since(sendingBegun),
                "receives", received().since(receivingBegun));
        if (scene.table().isPresent()) {
            requireStored(scene.table().get());
        }
        steps.sort(Comparator.comparingInt(ExchangeResult.Step::bytes));
        return new ExchangeResult(steps, programs);
    }

    /** The next line of the sender, which says what it measured; throws when either breaks. */
    private String measured(Duration patience) throws IOException, InterruptedException {
        return sending.measured(patience, List.of(receiving));
    }

    private void requireStored(ChunkTable table) throws IOException {
        List<Integer> chunks = scene.streams().chunks();
        for (int i = 0; i < chunks.size(); i++) {
            table.requireStream(i + 1, chunks.get(i), scene.streams().volume());
        }
    }

    private static void requireReached(String line) throws IOException {
        if (!line.equals(StreamProgram.REACHED)) {
            throw new IOException("the stream was over before the receiver was killed: " + line);
        }
    }

    private void replaceReceiver() throws IOException, InterruptedException {
        killed = received();
        receiving.close();
        receiving = startReceiver();
    }

    private double cpuSeconds() throws IOException {
        return sending.figures().cpuSeconds() + received().cpuSeconds();
    }

    /** What all receivers have used. */
    private ProcessFigures received() throws IOException {
        return killed.and(receiving.figures());
    }

    /**
     * @param line as {@link StreamProgram} writes it
     * @param stored whether each chunk was committed to a table
     */
    static ExchangeResult.Step step(String line, double cpuSeconds, boolean stored) throws IOException {
        String[] words = line.split(" ", -1);
        if (words.length != 6 || !words[0].equals(TransportProgram.STEP)) {
            throw new IOException("not a step: " + line);
        }
        int chunk = Integer.parseInt(words[1]);
        long volume = Long.parseLong(words[2]);
        double seconds = Double.parseDouble(words[3]);
        long chunks = (volume + chunk - 1) / chunk;
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(ExchangeResult.RATE, volume / BYTES_PER_MEGABYTE / seconds);
        figures.put(ExchangeResult.SECONDS, seconds);
        figures.put(ExchangeResult.GAP, Double.parseDouble(words[4]));
        figures.put(ExchangeResult.REPEATED, Double.parseDouble(words[5]));
        if (stored) {
            figures.put(ExchangeResult.STORED, chunks / seconds);
        }
        return new ExchangeResult.Step(chunk, chunks, chunks, figures, cpuSeconds * 1e6 / chunks, "");
    }

    @Override
    public void close() {
        sending.close();
        receiving.close();
    }
}
