package org.c4igateway.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Measurements that are compared: each repetition takes all of them, every other one in the reverse order, so that a
 * machine that slows down does so for all. One thread at a time.
 */
public final class InterleavedRuns {
    private final List<Named> measurements = new ArrayList<>();

    private record Named(String name, Measurement measurement) {}

    /** One measurement. Blocks, for seconds perhaps. */
    public interface Measurement {
        double take() throws Exception;
    }

    /** @param name as {@link #take} names its values */
    public InterleavedRuns with(String name, Measurement measurement) {
        measurements.add(new Named(name, measurement));
        return this;
    }

    /** @return the values of each measurement in the order of the repetitions */
    public Map<String, double[]> take(int repetitions) throws Exception {
        double[][] values = new double[measurements.size()][repetitions];
        for (int i = 0; i < repetitions; i++) {
            for (int turn = 0; turn < values.length; turn++) {
                int which = i % 2 == 0 ? turn : values.length - 1 - turn;
                values[which][i] = measurements.get(which).measurement().take();
            }
        }
        Map<String, double[]> named = new LinkedHashMap<>();
        for (int which = 0; which < values.length; which++) {
            named.put(measurements.get(which).name(), values[which]);
        }
        return named;
    }

    /**
     * @param values as taken
     * @return the quotient of two measurements, repetition by repetition
     */
    public static double[] ratios(Map<String, double[]> values, String name, String reference) {
        return ratios(Objects.requireNonNull(values.get(name)), Objects.requireNonNull(values.get(reference)));
    }

    /** @return the quotient of each repetition */
    public static double[] ratios(double[] values, double[] reference) {
        double[] ratios = new double[values.length];
        Arrays.setAll(ratios, i -> values[i] / reference[i]);
        return ratios;
    }
}
