package org.c4igateway.cli.load;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.c4igateway.cli.TopicsCommand;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.DurationText;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.SeedOption;
import org.c4igateway.cli.database.DatabaseOptions;
import org.c4igateway.cli.database.DatabaseSession;
import org.c4igateway.cli.doctor.DatabaseAddress;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.load.MessageLoad;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Loads one's own running nodes through the interface database, and shows how long messages take. */
@Command(
        name = "load",
        description = {
            "Submit messages at a rate to an interface database whose node runs, and show how long they take to be",
            "delivered. They are real messages, and arrive in the inboxes of the destinations. A login of the C4I server",
            "(c4i_app) is enough. Ctrl-C ends the load with its report. Exit status 1 unless each row was delivered, or",
            "sent, if its topic is best effort."
        })
public final class LoadCommand implements Callable<Integer> {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final long SECOND_NANOS = 1_000_000_000L;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Option(names = "--to", paramLabel = "SYSTEM", split = ",", required = true, description = "Receiving systems.")
    private List<String> destinations = List.of();

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "10",
            description = "Messages a second; default: ${DEFAULT-VALUE}.")
    private double rate;

    @Option(
            names = {"--duration", "--for"},
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = DurationText.class,
            description = "How long, such as 30s, 10m, 2h; default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--mix",
            paramLabel = "MIX",
            defaultValue = "FLASH=2,IMMEDIATE=8,PRIORITY=20,ROUTINE=70",
            converter = PrecedenceMix.Text.class,
            description = "Shares of the precedences; default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private PrecedenceMix mix;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = DurationText.class,
            description = "Time after the last message in which rows may be pending; default: ${DEFAULT-VALUE}.")
    private Duration patience = Duration.ZERO;

    @Mixin
    private final SeedOption seed = new SeedOption();

    @Option(
            names = "--messages",
            paramLabel = "DIRECTORY",
            description = "Messages (*.mtf) to vary; default: the samples.")
    private Path samples = Path.of(System.getProperty("c4i.home", "."), "samples");

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description = "Catalogue file; default: the reference catalogue.")
    private @Nullable Path catalogueFile;

    @Option(names = "--json", description = "Print JSON at the end and nothing else.")
    private boolean json;

    private volatile boolean interrupted;
    private final CountDownLatch reported = new CountDownLatch(1);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        DatabaseAddress address = database.requiredAddress();
        LoadPlan plan = plan();
        LoadTally tally = new LoadTally();
        LoadSubmitter submitter = new LoadSubmitter(plan, load(), tally);
        LoadReport report = new LoadReport(plan, tally, submitter);
        Thread atEnd = new Thread(() -> end(submitter), "load-end");
        Runtime.getRuntime().addShutdownHook(atEnd);
        try {
            run(address, plan, submitter, tally, report);
        } finally {
            if (tally.submittedMessages() > 0 || submitter.undecided() > 0) {
                print(report);
            }
            reported.countDown();
        }
        return report.isComplete() ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
    }

    private void run(
            DatabaseAddress address, LoadPlan plan, LoadSubmitter submitter, LoadTally tally, LoadReport report)
            throws CommandException {
        try (Connection writing = DatabaseSession.open(address);
                Connection reading = DatabaseSession.open(address);
                LoadWatch watch = new LoadWatch(reading, tally)) {
            FutureTask<Boolean> load = new FutureTask<>(() -> {
                submitter.run(writing);
                return true;
            });
            Thread.ofPlatform().daemon().name("load").start(load);
            try {
                watch(watch, load, plan, tally, report);
            } finally {
                submitter.stop();
            }
            load.get(); // throws what the submitter threw
        } catch (SQLException e) {
            throw DatabaseSession.problem(address, e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException refused) {
                throw DatabaseSession.problem(address, refused);
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.negative("interrupted");
        }
    }

    /** Looks for final states until the load is over and has them all, or patience ends. */
    private void watch(LoadWatch watch, FutureTask<Boolean> load, LoadPlan plan, LoadTally tally, LoadReport report)
            throws SQLException, InterruptedException {
        long start = System.nanoTime();
        long lines = 0;
        long deadline = Long.MAX_VALUE;
        if (!json) {
            out().println("seed " + plan.seed());
            out().println(LoadReport.heading());
        }
        while (true) {
            long now = System.nanoTime() - start;
            boolean over = load.isDone();
            watch.look();
            if (!json && now / SECOND_NANOS > lines) {
                lines = now / SECOND_NANOS;
                out().println(report.line(lines));
            }
            if (over && deadline == Long.MAX_VALUE) {
                deadline = now + plan.patience().toNanos();
            }
            if (over && (tally.pendingRows() == 0 || now > deadline || interrupted)) {
                return;
            }
            Pause.of(LOOK);
        }
    }

    /** Keeps a process that a signal ends until its report is out. */
    private void end(LoadSubmitter submitter) {
        submitter.stop();
        interrupted = true;
        try {
            if (!reported.await(patience.toSeconds() + 5, TimeUnit.SECONDS)) {
                spec.commandLine().getErr().println("c4i: no report, the database does not answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private LoadPlan plan() {
        try {
            return new LoadPlan(destinations, rate, duration, mix, patience, seed.draw());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private MessageLoad load() throws CommandException {
        try {
            return MessageLoad.read(samples, TopicsCommand.catalogue(catalogueFile));
        } catch (IOException e) {
            throw CommandException.environment("no messages to submit: " + e.getMessage() + "\n     give --messages");
        }
    }

    private void print(LoadReport report) {
        if (json) {
            out().println(report.json());
        } else {
            report.print(out());
        }
        out().flush();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
