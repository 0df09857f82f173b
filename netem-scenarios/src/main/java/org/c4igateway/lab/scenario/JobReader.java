package org.c4igateway.lab.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.c4igateway.topics.yaml.YamlNode;

/** Reads a workload {@code job}: up to which numbers primes are counted, by how many workers, one of them killed. */
final class JobReader {
    private static final int MIN_NUMBERS = 1_000;
    private static final int MAX_NUMBERS = 1_000_000_000; // the square of the next divisor is an int, too
    private static final int MAX_WORKERS = 32;

    private JobReader() {}

    /**
     * @param node the workload
     * @param entries its keys, with what it inherits
     * @param numbers up to which primes are counted
     */
    static Exchange.Kind kind(YamlNode node, Map<String, YamlNode> entries, YamlNode numbers) {
        return new Exchange.Kind.Job(
                numbers(numbers),
                workers(node.required(entries, "workers")),
                ExchangeReader.killAt(entries.get("kill-worker-at"), "a worker is killed within its interval"));
    }

    private static List<Integer> numbers(YamlNode node) {
        TreeSet<Integer> numbers = new TreeSet<>();
        for (YamlNode item : ExchangeReader.items(node)) {
            long number = Units.count(item);
            if (number < MIN_NUMBERS || number > MAX_NUMBERS) {
                throw item.fault("primes are counted up to " + MIN_NUMBERS + " to " + MAX_NUMBERS + ", not " + number);
            }
            if (!numbers.add((int) number)) {
                throw item.fault("the number " + number + " stands there twice");
            }
        }
        if (numbers.isEmpty()) {
            throw node.fault("no number");
        }
        return new ArrayList<>(numbers);
    }

    /** Odd numbers that are dealt to so many workers in turn hold as many primes for each of them. */
    private static int workers(YamlNode node) {
        int workers = node.integer(1);
        if (workers > MAX_WORKERS || Integer.bitCount(workers) != 1) {
            throw node.fault("workers are a power of two, so that they have as much to do, and at most " + MAX_WORKERS
                    + ", not " + workers);
        }
        return workers;
    }
}
