package org.c4igateway.lab.transport.job;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.tool.ToolRun;
import org.c4igateway.lab.transport.CannotRunException;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.ProcessFigures;
import org.c4igateway.lab.transport.ProgramProcess;

/**
 * The reference: the same job by a program in C on Open MPI, compiled here for each run, all processes on one host.
 * Open MPI waits by asking again and again; with {@code mpi_yield_when_idle} it gives way to others meanwhile.
 *
 * @param enter words that make a command run at the host
 * @param patience longest time of one job
 * @param directory for the program and what it prints
 */
public record OpenMpi(List<String> enter, Duration patience, Path directory) {
    private static final String SOURCE = "primes.c";
    private static final Duration COMPILE_PATIENCE = Duration.ofMinutes(1);
    private static final double BYTES_PER_KIB = 1_024;

    public OpenMpi {
        enter = List.copyOf(enter);
    }

    /**
     * Blocks until all jobs are done.
     *
     * @throws CannotRunException when Open MPI or its compiler is not there
     * @throws ProgramProcess.Unfinished when the jobs take longer than they may
     */
    public ExchangeResult run(Exchange.Kind.Job job) throws IOException, InterruptedException {
        requirePresence();
        Path program = compile();
        List<String> command = new ArrayList<>(enter);
        command.addAll(List.of("mpirun", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1"));
        command.addAll(List.of("-n", Integer.toString(1 + job.workers()), program.toString()));
        command.add(Integer.toString(JobProcesses.warmUpNumbers(job)));
        job.numbers().forEach(numbers -> command.add(Integer.toString(numbers)));
        Duration longest = patience.multipliedBy(1 + job.numbers().size());
        return read(
                job,
                output(command, longest)
                        .orElseThrow(() -> new ProgramProcess.Unfinished(
                                "mpirun did not finish in " + longest.toSeconds() + " s")));
    }

    private static void requirePresence() throws CannotRunException {
        boolean there = Stream.of("mpirun", "mpicc")
                .allMatch(program -> ToolRun.find(program).isPresent());
        if (!there || !ToolRun.of("mpirun", "--version").output().contains("Open MPI")) {
            throw new CannotRunException(
                    "no mpirun of Open MPI and mpicc on the PATH (Debian packages openmpi-bin and libopenmpi-dev)");
        }
    }

    private Path compile() throws IOException, InterruptedException {
        Path source = directory.toAbsolutePath().resolve(SOURCE);
        try (InputStream shipped = OpenMpi.class.getResourceAsStream(SOURCE)) {
            if (shipped == null) {
                throw new FileNotFoundException("no " + SOURCE + " on the class path");
            }
            Files.copy(shipped, source);
        }
        Path program = source.resolveSibling("primes");
        List<String> command = List.of("mpicc", "-O2", "-o", program.toString(), source.toString());
        if (output(command, COMPILE_PATIENCE).isEmpty()) {
            throw new IOException("mpicc did not end within " + COMPILE_PATIENCE.toSeconds() + " s");
        }
        return program;
    }

    /** What a command printed, which must end with status 0; empty when it has not ended in time. */
    Optional<List<String>> output(List<String> command, Duration longest) throws IOException, InterruptedException {
        Path out = directory.resolve("mpi.out");
        Path log = directory.resolve("mpi.log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(out.toFile())
                .redirectError(log.toFile());
        // root of a namespace is no danger
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        Process process = builder.start();
        try {
            if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                return Optional.empty();
            }
        } finally {
            process.destroy(); // mpirun ends its processes when it is asked to end
        }
        if (process.exitValue() != 0) {
            throw new IOException("ended with status " + process.exitValue() + ": " + String.join(" ", command) + "\n"
                    + Files.readString(log));
        }
        return Optional.of(Files.readAllLines(out));
    }

    /** @param lines as the program prints them, the first of which is of the warm-up */
    static ExchangeResult read(Exchange.Kind.Job job, List<String> lines) throws IOException {
        List<ExchangeResult.Step> steps = new ArrayList<>();
        Map<String, ProcessFigures> programs = new LinkedHashMap<>();
        for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "step" -> steps.add(step(job, words));
                case "used" -> programs.put(name(Integer.parseInt(words[1])), used(words));
                default -> throw new IOException("not a line of the program: " + line);
            }
        }
        if (steps.size() != job.numbers().size() || programs.size() != 1 + job.workers()) {
            throw new IOException("the program printed something else: " + lines);
        }
        steps.sort(Comparator.comparingInt(ExchangeResult.Step::bytes));
        return new ExchangeResult(steps, programs);
    }

    private static String name(int rank) {
        return rank == 0 ? "leads" : "works " + (rank - 1);
    }

    private static ExchangeResult.Step step(Exchange.Kind.Job job, String... words) throws IOException {
        int numbers = Integer.parseInt(words[1]);
        Map<String, Double> figures =
                JobProcesses.figures(String.join(" ", List.of(words).subList(0, 4)), numbers);
        JobProgram.requireCount(numbers, Long.parseLong(words[3]), Sieve.count(numbers));
        return JobProcesses.step(job, numbers, figures, Double.parseDouble(words[4]));
    }

    private static ProcessFigures used(String... words) {
        return new ProcessFigures(Double.parseDouble(words[2]), Double.parseDouble(words[3]) * BYTES_PER_KIB / 1e6);
    }
}
