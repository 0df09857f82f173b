package org.c4igateway.lab.transport;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The reference: {@code ddsperf} of Cyclone DDS, both ends native. Its answer is the whole payload, and it prints half
 * of what a round trip takes; the figures here are whole round trips.
 *
 * @param domain number of the DDS domain
 * @param device interface of both ends
 * @param options of both ends, such as {@code -u}
 * @param peers addresses of both ends where multicast does not reach; empty where it does
 */
public record DdsPerf(int domain, String device, List<String> options, List<String> peers) {
    /** Its payloads have a number, a key and a length. */
    public static final int MIN_BYTES = 12;

    private static final Pattern PING = Pattern.compile(
            "mean ([0-9.]+)us min \\S+ 50% ([0-9.]+)us 90% \\S+ 99% ([0-9.]+)us max ([0-9.]+)us cnt ([0-9]+)");
    private static final Pattern RATE = Pattern.compile("rate ([0-9.]+) kS/s ([0-9.]+) Mb/s");
    private static final int SECONDS = 6;
    private static final int PATIENCE_SECONDS = 15;

    public DdsPerf {
        options = List.copyOf(options);
        peers = List.copyOf(peers);
    }

    /** On the loopback interface of this machine. */
    public static DdsPerf onLoopback(int domain) {
        return new DdsPerf(domain, "lo", List.of(), List.of());
    }

    /** Whether it can be started here. */
    public static boolean isPresent() {
        try {
            return new ProcessBuilder("ddsperf", "help")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(10, TimeUnit.SECONDS);
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Round trips as it measured them.
     *
     * @param meanMicros mean of all
     * @param medianMicros median of the medians of each second
     * @param p99Micros median of what 99 % of each second took at most
     * @param maxMicros longest
     * @param count how many
     */
    public record Pings(double meanMicros, double medianMicros, double p99Micros, double maxMicros, long count) {}

    private record Second(double mean, double median, double p99, double max, long count) {}

    /** @return median round trip in microseconds, the first second included */
    public double roundTripMicros(String trigger, int size) throws IOException, InterruptedException {
        return pingsIn(run(List.of("pong", trigger), List.of("ping", "size", Integer.toString(size), trigger), false))
                .medianMicros();
    }

    /** @return what {@code ddsperf ping} printed each second, doubled */
    static Pings pingsIn(List<String> lines) throws IOException {
        List<Second> seconds = new ArrayList<>();
        for (String line : lines) {
            Matcher matcher = PING.matcher(line);
            if (matcher.find()) {
                seconds.add(new Second(
                        2 * Double.parseDouble(matcher.group(1)),
                        2 * Double.parseDouble(matcher.group(2)),
                        2 * Double.parseDouble(matcher.group(3)),
                        2 * Double.parseDouble(matcher.group(4)),
                        Long.parseLong(matcher.group(5))));
            }
        }
        if (seconds.isEmpty()) {
            throw new IOException("ddsperf printed no figures: " + lines);
        }
        long count = seconds.stream().mapToLong(Second::count).sum();
        double sum = seconds.stream()
                .mapToDouble(second -> second.mean() * second.count())
                .sum();
        return new Pings(
                count == 0 ? 0 : sum / count,
                middle(seconds, Second::median),
                middle(seconds, Second::p99),
                seconds.stream().mapToDouble(Second::max).max().orElse(0),
                count);
    }

    private static double middle(List<Second> seconds, ToDoubleFunction<Second> value) {
        double[] sorted = seconds.stream().mapToDouble(value).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** @return thousands of samples per second */
    public double kiloSamplesPerSecond(String trigger, int size) throws IOException, InterruptedException {
        return kiloSamplesPerSecondIn(
                run(List.of("sub", trigger), List.of("pub", "size", Integer.toString(size)), true));
    }

    /** @return median of the rates that {@code ddsperf sub} printed each second */
    static double kiloSamplesPerSecondIn(List<String> lines) throws IOException {
        return medianIn(lines, 1);
    }

    private static double medianIn(List<String> lines, int group) throws IOException {
        List<Double> values = new ArrayList<>();
        for (String line : lines) {
            Matcher matcher = RATE.matcher(line);
            if (matcher.find()) {
                values.add(Double.valueOf(matcher.group(group)));
            }
        }
        if (values.isEmpty()) {
            throw new IOException("ddsperf printed no figures: " + lines);
        }
        Collections.sort(values);
        return values.get(values.size() / 2);
    }

    private List<String> run(List<String> passive, List<String> active, boolean readPassive)
            throws IOException, InterruptedException {
        Process first = start(List.of(), SECONDS + 1, passive);
        Process second = start(List.of(), SECONDS, active);
        try {
            Process read = readPassive ? first : second;
            String text = new String(read.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            first.waitFor(SECONDS, TimeUnit.SECONDS);
            second.waitFor(SECONDS, TimeUnit.SECONDS);
            return text.lines().toList();
        } finally {
            first.destroyForcibly();
            second.destroyForcibly();
        }
    }

    /** Starts the end that answers until it is destroyed. */
    Process startPong(List<String> enter) throws IOException {
        Process started = start(enter, 3_600, List.of("pong", "listener"));
        discard(started);
        return started;
    }

    private static void discard(Process process) {
        Thread.ofVirtual().start(() -> {
            try {
                var _ = process.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
            } catch (IOException e) {
                // it has ended
            }
        });
    }

    /** Starts the end that asks, with payloads of this size, until it is destroyed. */
    Process startPing(List<String> enter, int size) throws IOException {
        return start(enter, 3_600, List.of("ping", "size", Integer.toString(size), "listener"));
    }

    /** Starts the end that receives samples until it is destroyed. */
    Process startSub(List<String> enter) throws IOException {
        return start(enter, 3_600, List.of("sub", "listener"));
    }

    /** Starts the end that sends samples of this size as fast as it can until it is destroyed. */
    Process startPub(List<String> enter, int size) throws IOException {
        Process started = start(enter, 3_600, List.of("pub", "size", Integer.toString(size)));
        discard(started);
        return started;
    }

    /** Reads the figures of so many seconds after the first that it printed, in which the ends still met. */
    static Pings read(Process ping, int seconds) throws IOException {
        return pingsIn(linesOf(ping, PING, seconds));
    }

    /** Megabits a second that the receiving end printed for so many seconds, the median. */
    static double readMegabits(Process sub, int seconds) throws IOException {
        return medianIn(linesOf(sub, RATE, seconds), 2);
    }

    private static List<String> linesOf(Process process, Pattern figures, int seconds) throws IOException {
        List<String> lines = new ArrayList<>();
        List<String> all = new ArrayList<>();
        Thread guard = Thread.ofVirtual().start(() -> destroyAfter(process, seconds + PATIENCE_SECONDS));
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            String line = reader.readLine();
            while (line != null && lines.size() <= seconds) {
                all.add(line);
                if (figures.matcher(line).find()) {
                    lines.add(line);
                }
                line = lines.size() <= seconds ? reader.readLine() : null;
            }
        } finally {
            guard.interrupt();
        }
        if (lines.size() <= seconds) {
            throw new IOException("ddsperf ended early: " + all);
        }
        return lines.subList(1, lines.size());
    }

    private static void destroyAfter(Process process, int seconds) {
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            // it was read in time
        }
    }

    private Process start(List<String> enter, int seconds, List<String> mode) throws IOException {
        List<String> command = new ArrayList<>(enter);
        command.addAll(List.of("ddsperf", "-D" + seconds, "-i", Integer.toString(domain)));
        command.addAll(options);
        command.addAll(mode);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("CYCLONEDDS_URI", configuration());
        return builder.start();
    }

    /** With peers it multicasts to find others only, and asks each peer on the ports of the first participants. */
    String configuration() {
        String named = "<CycloneDDS><Domain id=\"any\"><General><Interfaces><NetworkInterface name=\"" + device
                + "\" multicast=\"true\"/></Interfaces>";
        if (peers.isEmpty()) {
            return named + "</General></Domain></CycloneDDS>";
        }
        String asked = peers.stream()
                .map(peer -> "<Peer Address=\"" + peer + "\"/>")
                .collect(Collectors.joining("", "<Peers>", "</Peers>"));
        return named + "<AllowMulticast>spdp</AllowMulticast></General><Discovery><ParticipantIndex>auto"
                + "</ParticipantIndex>" + asked + "</Discovery></Domain></CycloneDDS>";
    }
}
