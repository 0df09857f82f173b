package org.c4igateway.bench.dds;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reference: {@code ddsperf} of Cyclone DDS, both ends native, on the loopback interface. */
final class DdsPerf {
    private static final String CONFIGURATION = "<CycloneDDS><Domain id=\"any\"><General><Interfaces>"
            + "<NetworkInterface name=\"lo\" multicast=\"true\"/></Interfaces></General></Domain></CycloneDDS>";
    private static final Pattern MEDIAN = Pattern.compile("mean \\S+ min \\S+ 50% ([0-9.]+)us");
    private static final Pattern RATE = Pattern.compile("rate ([0-9.]+) kS/s");
    private static final int SECONDS = 6;

    private DdsPerf() {}

    static boolean isPresent() {
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

    /** @return median round trip in microseconds; ddsperf prints half of it */
    static double roundTripMicros(int domain, String trigger, int size) throws IOException, InterruptedException {
        List<String> lines =
                run(domain, List.of("pong", trigger), List.of("ping", "size", Integer.toString(size), trigger), false);
        return roundTripMicrosIn(lines);
    }

    /** @return median of the medians that {@code ddsperf ping} printed each second, doubled */
    static double roundTripMicrosIn(List<String> lines) throws IOException {
        return 2 * medianOf(lines, MEDIAN);
    }

    /** @return thousands of samples per second */
    static double kiloSamplesPerSecond(int domain, String trigger, int size) throws IOException, InterruptedException {
        return kiloSamplesPerSecondIn(
                run(domain, List.of("sub", trigger), List.of("pub", "size", Integer.toString(size)), true));
    }

    /** @return median of the rates that {@code ddsperf sub} printed each second */
    static double kiloSamplesPerSecondIn(List<String> lines) throws IOException {
        return medianOf(lines, RATE);
    }

    private static double medianOf(List<String> lines, Pattern pattern) throws IOException {
        List<Double> values = new ArrayList<>();
        for (String line : lines) {
            Matcher matcher = pattern.matcher(line);
            if (matcher.find()) {
                values.add(Double.valueOf(matcher.group(1)));
            }
        }
        if (values.isEmpty()) {
            throw new IOException("ddsperf printed no figures: " + lines);
        }
        Collections.sort(values);
        return values.get(values.size() / 2);
    }

    private static List<String> run(int domain, List<String> passive, List<String> active, boolean readPassive)
            throws IOException, InterruptedException {
        Process first = start(domain, SECONDS + 1, passive);
        Process second = start(domain, SECONDS, active);
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

    private static Process start(int domain, int seconds, List<String> mode) throws IOException {
        List<String> command = new ArrayList<>(List.of("ddsperf", "-D" + seconds, "-i", Integer.toString(domain)));
        command.addAll(mode);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("CYCLONEDDS_URI", CONFIGURATION);
        return builder.start();
    }
}
