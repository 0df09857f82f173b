package org.c4igateway.core.simulation;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * {@code ./c4i simulate}: runs as many lives as asked for, or one again, and says which broke a rule, with the commit
 * that they were lived with. With a defect it lives until that is found. Exits with 1 when a life without defect broke
 * a rule, or none found the defect; with 2 when it does not understand.
 */
public final class Simulate {
    private static final int SEEDS = 2_000;
    private static final int SEEDS_FOR_DEFECT = 10_000;
    private static final int STEP = 10_000;
    private static final String USAGE = "simulate [--seeds N] [--seed FIRST] [--defect NAME]; defects: ";

    private final PrintStream out;
    private final String commit;

    private Simulate(PrintStream out, String commit) {
        this.out = out;
        this.commit = commit;
    }

    public static void main(String[] arguments) {
        System.exit(new Simulate(System.out, System.getProperty("c4i.commit", "unknown")).run(List.of(arguments)));
    }

    private int run(List<String> arguments) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i + 1 < arguments.size(); i += 2) {
            options.put(arguments.get(i), arguments.get(i + 1));
        }
        Optional<Long> seeds = number(options, "--seeds");
        Optional<Long> seed = number(options, "--seed");
        Optional<Defect> defect = defect(options);
        boolean understood = 2 * options.size() == arguments.size()
                && Set.of("--seeds", "--seed", "--defect").containsAll(options.keySet())
                && options.containsKey("--seeds") == seeds.isPresent()
                && options.containsKey("--seed") == seed.isPresent()
                && options.containsKey("--defect") == defect.isPresent();
        if (!understood) {
            out.println(USAGE + Arrays.toString(Defect.values()));
            return 2;
        }
        long first = seed.orElseGet(System::nanoTime);
        if (defect.isPresent()) {
            return find(defect.get(), first, seeds.orElse((long) SEEDS_FOR_DEFECT));
        }
        return live(first, seeds.orElse(seed.isPresent() ? 1L : SEEDS));
    }

    private static Optional<Long> number(Map<String, String> options, String name) {
        try {
            return Optional.ofNullable(options.get(name)).map(Long::valueOf);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Defect> defect(Map<String, String> options) {
        return Arrays.stream(Defect.values())
                .filter(each -> each.name().equals(options.get("--defect")))
                .findFirst();
    }

    private int live(long first, long count) {
        out.println("commit " + commit + ", seeds " + first + " to " + (first + count - 1));
        long bad = 0;
        for (long lived = 0; lived < count; lived++) {
            List<String> violations = violations(first + lived, new Wiring());
            if (!violations.isEmpty()) {
                bad++;
                out.println("seed " + (first + lived) + ", commit " + commit + ":");
                violations.forEach(violation -> out.println("  " + violation));
            }
            if ((lived + 1) % STEP == 0 || lived + 1 == count) {
                out.println(
                        lived + 1 + " lives, " + bad + " of them bad, " + processorSeconds() + " s of processor time");
            }
        }
        return bad == 0 ? 0 : 1;
    }

    private static List<String> violations(long seed, Wiring wiring) {
        try {
            return World.lifeOf(seed, wiring);
        } catch (RuntimeException | AssertionError e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    private int find(Defect defect, long first, long most) {
        out.println("commit " + commit + ", " + defect + ", seeds from " + first);
        for (long lived = 0; lived < most; lived++) {
            List<String> violations = violations(first + lived, defect.wiring());
            if (!violations.isEmpty()
                    && violations(first + lived, defect.sound()).isEmpty()) {
                out.println("found by seed " + (first + lived) + ", the " + (lived + 1) + "th:");
                violations.forEach(violation -> out.println("  " + violation));
                return 0;
            }
        }
        out.println("not found by " + most + " seeds");
        return 1;
    }

    /** Of the whole process, with its compilers and the collector. */
    private static long processorSeconds() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? TimeUnit.NANOSECONDS.toSeconds(system.getProcessCpuTime())
                : 0;
    }
}
