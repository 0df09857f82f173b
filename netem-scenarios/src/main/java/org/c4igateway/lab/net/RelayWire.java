package org.c4igateway.lab.net;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.c4igateway.lab.relay.RelayProcess;
import org.c4igateway.lab.relay.RelaySettings;
import org.jspecify.annotations.Nullable;

/**
 * A relay process between the two devices of a link. Alone it is the driver {@code relay}; beneath {@link FilterWire}
 * it does what that cannot: delay, duplication, corruption, and loss in bursts.
 */
final class RelayWire implements WireControl {
    private final Process process;
    private final BufferedReader answers;
    private final PrintWriter orders;
    private final @Nullable FilterWire kernel;

    private RelayWire(Process process, @Nullable FilterWire kernel) {
        this.process = process;
        this.kernel = kernel;
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        this.orders = new PrintWriter(process.getOutputStream(), true, StandardCharsets.US_ASCII);
    }

    /**
     * Starts the relay; it creates its devices and carries nothing before they are up. Blocks for about a second.
     *
     * @param kernel what shapes and loses in the kernel; null leaves that to the relay
     */
    static RelayWire start(String namespace, long seed, @Nullable FilterWire kernel) throws IOException {
        List<String> command = new ArrayList<>(Namespaces.enter(namespace));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                RelayProcess.class.getName(),
                Direction.FORWARD.shaper(),
                Direction.FORWARD.far(),
                Long.toString(seed)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        RelayWire wire = new RelayWire(process, kernel);
        if (!"ready".equals(wire.answers.readLine())) {
            wire.close();
            throw new IOException("the relay did not start");
        }
        return wire;
    }

    @Override
    public void set(Impairment forward, Impairment backward) throws IOException {
        if (kernel != null) {
            kernel.set(byKernel(forward), byKernel(backward));
        }
        order(Direction.FORWARD, settings(forward));
        order(Direction.BACKWARD, settings(backward));
    }

    private void order(Direction direction, RelaySettings settings) throws IOException {
        String answer = ask("set " + name(direction) + " " + settings.text());
        if (!answer.equals("ok")) {
            throw new IOException("the relay refuses: " + answer);
        }
    }

    /** The part that the kernel does: rate, and loss that comes one by one. */
    private static Impairment byKernel(Impairment whole) {
        Impairment shaped = Impairment.NONE.with(whole.rate());
        return whole.loss().meanBurst() > 1 ? shaped : shaped.with(whole.loss());
    }

    private RelaySettings settings(Impairment whole) {
        Impairment.Rate rate = kernel == null ? whole.rate() : Impairment.Rate.UNLIMITED;
        boolean losesHere = kernel == null || whole.loss().meanBurst() > 1;
        Impairment.Loss loss = losesHere ? whole.loss() : Impairment.Loss.NONE;
        return new RelaySettings(
                rate.bitsPerSecond(),
                rate.queuePackets(),
                loss.share(),
                loss.meanBurst(),
                loss.placement() == Impairment.Loss.Placement.BEFORE_SHAPER,
                whole.delay().base().toNanos(),
                whole.delay().jitter().toNanos(),
                whole.delay().mayReorder(),
                whole.duplication(),
                whole.corruption());
    }

    @Override
    public DirectionCounters read(Direction direction) throws IOException {
        DirectionCounters own = parse(ask("counters " + name(direction)));
        if (kernel == null) {
            return own;
        }
        DirectionCounters outer = kernel.read(direction);
        boolean losesHere = own.lost() > 0;
        return new DirectionCounters(
                outer.shapedPackets(),
                outer.shapedBytes(),
                outer.queueDrops() + own.queueDrops(),
                losesHere ? own.lossSeen() : outer.lossSeen(),
                losesHere ? own.lost() : outer.lost(),
                own.duplicated());
    }

    private static DirectionCounters parse(String numbers) throws IOException {
        try {
            long[] n = Arrays.stream(numbers.split(" ", -1))
                    .mapToLong(Long::parseLong)
                    .toArray();
            return new DirectionCounters(n[0], n[1], n[2], n[3], n[4], n[5]);
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new IOException("the relay gave an invalid answer: " + numbers, e);
        }
    }

    private String ask(String line) throws IOException {
        orders.println(line);
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the relay has ended");
        }
        return answer;
    }

    private static String name(Direction direction) {
        return direction.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
