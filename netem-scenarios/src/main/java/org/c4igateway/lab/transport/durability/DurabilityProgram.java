package org.c4igateway.lab.transport.durability;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.wire.WireTuning;
import org.c4igateway.lab.transport.TransportProgram;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of the program that writes and of the one that reads. Each takes lines on its input and answers on
 * its output:
 *
 * <pre>
 * writes:  write 1 500       lab: step 0 8100200 90100 0     for each combination: nanoseconds of all writes and of the
 *                                                            longest, writes that timed out
 *          mark 3                                            writes a mark on each topic
 *          end               lab: done                       has left the domain
 * reads:   observe           lab: joined                     readers of what the history service gives out from now on
 *          join NAME         lab: joined                     late readers of all combinations
 *          await 3 200       lab: lacks none                 waits for mark 3 at all readers, 200 ms at most: topics
 *                                                            without it
 *          tell NAME         lab: got 0 1-500,502            for each combination what the late reader has; they leave
 * </pre>
 *
 * Both say {@code lab: ready} first. They end when their input ends.
 */
public final class DurabilityProgram {
    static final String GOT = "got";
    static final String JOINED = "joined";
    static final String LACKS = "lacks";

    /** Of DDS, in the namespaces of the run. */
    public static final int DOMAIN = 7;

    private static final String OBSERVER = "observer";

    private final TransportProgram program;
    private final DurabilityAssignment assignment;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrival = lock.newCondition();
    private final Map<String, ReaderGroup> groups = new LinkedHashMap<>();

    private DurabilityProgram(TransportProgram program, DurabilityAssignment assignment) {
        this.program = program;
        this.assignment = assignment;
    }

    /** @param words as {@link DurabilityAssignment#words} writes them */
    public static void main(String[] words) {
        TransportProgram.run(program -> {
            DurabilityProgram started = new DurabilityProgram(program, DurabilityAssignment.parse(words));
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            if (started.assignment.writes()) {
                started.write(in);
            } else {
                started.read(in);
            }
        });
    }

    private DdsParticipant join() {
        DomainConfig.Network network = DomainConfig.Network.of(List.of(assignment.device()), List.of());
        return DdsProvider.named("cyclone")
                .open(new DomainConfig(DOMAIN, network, DomainConfig.DEFAULT_LEASE, WireTuning.LAN), event -> {});
    }

    private void write(BufferedReader in) throws IOException {
        try (CombinationWriters writers = new CombinationWriters(join(), assignment, System::nanoTime)) {
            writers.warmUp();
            program.say(TransportProgram.READY, "");
            for (String[] words = words(in); words != null && !words[0].equals("end"); words = words(in)) {
                switch (words[0]) {
                    case "write" -> write(writers, Long.parseLong(words[1]), Long.parseLong(words[2]));
                    case "mark" -> writers.mark(Long.parseLong(words[1]));
                    default -> throw new IOException("not understood: " + words[0]);
                }
            }
        }
        program.say(TransportProgram.DONE, "");
        TransportProgram.awaitEndOfInput();
    }

    private void write(CombinationWriters writers, long first, long last) throws IOException {
        for (int i = 0; i < assignment.combinations().size(); i++) {
            CombinationWriters.Took took = writers.write(i, first, last);
            program.say(TransportProgram.STEP, i + " " + took.all() + " " + took.longest() + " " + took.timedOut());
        }
    }

    private void read(BufferedReader in) throws IOException, InterruptedException {
        program.say(TransportProgram.READY, "");
        for (String[] words = words(in); words != null; words = words(in)) {
            switch (words[0]) {
                case "observe" ->
                    join(
                            OBSERVER,
                            assignment.combinations().stream()
                                    .filter(Combination::isServed)
                                    .map(each ->
                                            new ReaderGroup.Wanted(each, Combination.observed(assignment.blocking())))
                                    .toList());
                case "join" ->
                    join(
                            words[1],
                            assignment.combinations().stream()
                                    .map(each -> new ReaderGroup.Wanted(each, each.requested(assignment.blocking())))
                                    .toList());
                case "await" -> await(Long.parseLong(words[1]), Long.parseLong(words[2]));
                case "tell" -> tell(words[1]);
                default -> throw new IOException("not understood: " + words[0]);
            }
        }
    }

    private static String @Nullable [] words(BufferedReader in) throws IOException {
        String line = in.readLine();
        return line == null ? null : line.split(" ", -1);
    }

    private void join(String name, List<ReaderGroup.Wanted> wanted) {
        groups.put(name, new ReaderGroup(join(), wanted, this::arrived));
        program.say(JOINED, "");
    }

    private void arrived() {
        lock.lock();
        try {
            arrival.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void await(long mark, long millis) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(millis);
        List<String> lacking;
        lock.lock();
        try {
            lacking = lacking(mark);
            while (!lacking.isEmpty() && left > 0) {
                left = arrival.awaitNanos(left);
                lacking = lacking(mark);
            }
        } finally {
            lock.unlock();
        }
        program.say(LACKS, lacking.isEmpty() ? Numbers.NONE : String.join(",", lacking));
    }

    private List<String> lacking(long mark) {
        List<String> lacking = new ArrayList<>();
        groups.values().forEach(group -> lacking.addAll(group.lacking(mark)));
        return lacking;
    }

    private void tell(String name) throws IOException {
        ReaderGroup group = groups.remove(name);
        if (group == null) {
            throw new IOException("nobody joined as " + name);
        }
        List<List<Long>> arrived = group.arrived();
        group.close();
        for (int i = 0; i < arrived.size(); i++) {
            program.say(GOT, i + " " + Numbers.text(arrived.get(i)));
        }
    }
}
