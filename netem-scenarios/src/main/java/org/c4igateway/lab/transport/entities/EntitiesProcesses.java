package org.c4igateway.lab.transport.entities;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.transport.ArtemisEnd;
import org.c4igateway.lab.transport.CannotRunException;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.ProcessFigures;
import org.c4igateway.lab.transport.ProgramProcess;
import org.c4igateway.lab.transport.entities.EntitiesAssignment.Role;

/**
 * A program with the writing ends, one with the reading ends, and where the carrier has it a server of all, for one
 * number of topics after another: each time new programs, which are all there before they are told to join. Belongs to
 * one thread.
 */
public final class EntitiesProcesses {
    private static final Duration START_PATIENCE = Duration.ofMinutes(1);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_KILOBYTE = 1_000;

    private final Scene scene;
    private final ClassPathFile classPath;
    private final LongSupplier nanos;
    private final Map<String, ProcessFigures> used = new LinkedHashMap<>();

    /**
     * Where a program runs.
     *
     * @param enter words that make a command run there
     * @param address of the place
     * @param device interface of its participants
     */
    public record Place(List<String> enter, String address, String device) {
        public Place {
            enter = List.copyOf(enter);
        }
    }

    /** The places of programs: writing ends, reading ends, and the server, where there is one. */
    public record Places(Place writing, Place reading, Place serving) {
        private Place of(Role role) {
            return switch (role) {
                case WRITES -> writing;
                case READS -> reading;
                case SERVES -> serving;
            };
        }
    }

    /** Counts what passed the network. */
    @FunctionalInterface
    public interface Counter {
        /** Bytes until now. */
        long bytes() throws IOException;
    }

    /**
     * What is measured.
     *
     * @param participants of each host
     * @param sent counts the bytes that left the interfaces of all hosts
     * @param bitsPerSecond of the narrowest link; 0 where none is narrow
     * @param roundTrip of the longest link
     * @param limit longest time of one number of topics
     * @param directory for logs
     */
    public record Scene(
            Carrier carrier,
            int participants,
            Places places,
            Counter sent,
            long bitsPerSecond,
            Duration roundTrip,
            Duration limit,
            Path directory) {}

    /** @param nanos a clock */
    public EntitiesProcesses(Scene scene, ClassPathFile classPath, LongSupplier nanos) {
        this.scene = scene;
        this.classPath = classPath;
        this.nanos = nanos;
    }

    /**
     * Blocks until all have met, for each number of topics.
     *
     * @param topics of each participant, in the order of the measurement
     * @throws CannotRunException when this machine lacks what the carrier needs
     */
    public ExchangeResult run(List<Integer> topics) throws IOException, InterruptedException {
        List<ExchangeResult.Step> steps = new ArrayList<>();
        for (int some : topics) {
            steps.add(step(new Pairs(scene.participants(), some)));
        }
        steps.sort(Comparator.comparingInt(ExchangeResult.Step::bytes));
        return new ExchangeResult(steps, used);
    }

    private ExchangeResult.Step step(Pairs pairs) throws IOException, InterruptedException {
        Map<Role, ProgramProcess> programs = new EnumMap<>(Role.class);
        try {
            if (scene.carrier() == Carrier.ARTEMIS_EXTERNAL) {
                start(programs, Role.SERVES, pairs);
            }
            start(programs, Role.READS, pairs);
            start(programs, Role.WRITES, pairs);
            return meet(programs, pairs);
        } finally {
            programs.values().forEach(ProgramProcess::close);
        }
    }

    private void start(Map<Role, ProgramProcess> programs, Role role, Pairs pairs)
            throws IOException, InterruptedException {
        Place own = scene.places().of(role);
        ProgramProcess started =
                ProgramProcess.start(own.enter(), classPath, program(role, own, pairs), scene.directory());
        programs.put(role, started);
        started.next(START_PATIENCE);
    }

    private ProgramProcess.Program program(Role role, Place own, Pairs pairs) {
        String name = role.program() + "-" + pairs.topics();
        if (role == Role.SERVES) {
            return new ProgramProcess.Program(
                    name, ArtemisEnd.Server.class, ArtemisEnd.Server.words(List.of(own.address()), ""));
        }
        Place server = scene.carrier() == Carrier.ARTEMIS_EXTERNAL
                ? scene.places().serving()
                : scene.places().reading();
        EntitiesAssignment assignment = new EntitiesAssignment(
                role,
                scene.carrier(),
                new EntitiesAssignment.Place(own.address(), server.address(), own.device()),
                pairs,
                new EntitiesAssignment.Link(scene.bitsPerSecond(), scene.roundTrip()));
        return new ProgramProcess.Program(name, EntitiesProgram.class, assignment.words());
    }

    private ExchangeResult.Step meet(Map<Role, ProgramProcess> programs, Pairs pairs)
            throws IOException, InterruptedException {
        ProgramProcess writing = programs.get(Role.WRITES);
        ProgramProcess reading = programs.get(Role.READS);
        if (writing == null || reading == null) {
            throw new IllegalStateException("both programs are started before");
        }
        Map<Role, ProcessFigures> before = figures(programs);
        long sent = scene.sent().bytes();
        long begun = nanos.getAsLong();
        reading.tell(EntitiesProgram.JOIN);
        writing.tell(EntitiesProgram.JOIN);
        await(programs, EnumSet.of(Role.READS, Role.WRITES), EntitiesProgram.MET, begun);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(ExchangeResult.SECONDS, seconds(begun));
        figures.put(MeetingFigure.SENT, (scene.sent().bytes() - sent) / BYTES_PER_KILOBYTE);
        for (Map.Entry<Role, ProgramProcess> program : programs.entrySet()) {
            ProcessHoldings holdings = ProcessHoldings.of(program.getValue().pid());
            figures.put(MeetingFigure.resident(program.getKey().program()), holdings.residentMegabytes());
            figures.put(MeetingFigure.threads(program.getKey().program()), (double) holdings.threads());
        }
        long told = nanos.getAsLong();
        writing.tell(EntitiesProgram.WRITE);
        await(programs, EnumSet.of(Role.READS), EntitiesProgram.ARRIVED, begun);
        figures.put(MeetingFigure.FIRST_SAMPLES, seconds(told));
        Map<Role, ProcessFigures> since = ProcessFigures.since(figures(programs), before);
        since.forEach((role, figure) -> used.merge(role.program(), figure, ProcessFigures::and));
        return new ExchangeResult.Step(
                pairs.topics(),
                pairs.count(),
                pairs.count(),
                figures,
                ProcessFigures.cpuSeconds(since) * 1e6 / pairs.count(),
                "");
    }

    private double seconds(long begun) {
        return (nanos.getAsLong() - begun) / NANOS_PER_SECOND;
    }

    /**
     * Waits until some have said a word; hears at once when any other breaks. All of a step together takes no longer
     * than its limit.
     */
    private void await(Map<Role, ProgramProcess> programs, Set<Role> some, String word, long begun)
            throws IOException, InterruptedException {
        Set<Role> left = EnumSet.copyOf(some);
        while (!left.isEmpty()) {
            for (Map.Entry<Role, ProgramProcess> program : programs.entrySet()) {
                Optional<String> line = program.getValue().poll(BETWEEN_LOOKS);
                if (line.isPresent() && !(line.get().equals(word) && left.remove(program.getKey()))) {
                    throw new IOException("the program that " + program.getKey().program() + " said: " + line.get());
                }
                if (scene.limit().minusNanos(nanos.getAsLong() - begun).isNegative()
                        && left.contains(program.getKey())) {
                    throw program.getValue().unfinished(scene.limit());
                }
            }
        }
    }

    private static Map<Role, ProcessFigures> figures(Map<Role, ProgramProcess> programs) throws IOException {
        Map<Role, ProcessFigures> figures = new EnumMap<>(Role.class);
        for (Map.Entry<Role, ProgramProcess> program : programs.entrySet()) {
            figures.put(program.getKey(), program.getValue().figures());
        }
        return figures;
    }
}
