package org.c4igateway.cli.chaos;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.DatedDirectory;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.lab.chaos.ChaosReport;
import org.c4igateway.lab.chaos.ChaosRun;
import org.c4igateway.lab.chaos.Shrinking;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.net.NetworkTestbed;
import org.c4igateway.lab.run.RunEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Breaks real processes by a seed while rows are submitted, and judges every row. */
@Command(
        name = "chaos",
        description = {
            "Break nodes, database servers and links, chosen by a seed, while rows are submitted. Check every row.",
            "Builds systems in network namespaces of its own, each with a PostgreSQL server of its own. Needs Linux, and"
                    + " root or user namespaces; see docs/chaos.md.",
            "Exit status 0 when no history has a violation and nothing grows, 1 when a history has a violation or something grows, 2 when the run was not possible."
        })
public final class ChaosCommand implements Callable<Integer> {
    @Mixin
    private final ChaosOptions options = new ChaosOptions();

    @Option(
            names = "--shrink",
            description = "After a failure, run halves of the faults as long as one half alone fails.")
    private boolean shrink;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory for plan, report, histories and logs; default: a new one below target/chaos.")
    private @Nullable Path out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        Optional<String> obstacle = NetworkTestbed.obstacle();
        if (obstacle.isPresent()) {
            throw CommandException.environment("chaos cannot run here: " + obstacle.get());
        }
        ChaosPlan plan = options.plan();
        say("seed " + plan.seed() + ", commit " + RunEnvironment.commit());
        Path directory = out != null ? out : DatedDirectory.below("chaos", "-" + plan.seed());
        try {
            ChaosReport report = new ChaosRun(plan, directory, this::say).run();
            new ChaosVerdict(report, directory).print(writer());
            if (!report.clean() && shrink) {
                shrink(plan, report, directory);
            }
            return report.clean() && !report.grows() ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
        } catch (IOException | SQLException e) {
            throw CommandException.environment("the run broke: " + e.getMessage() + "\n     see " + directory);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.environment("interrupted");
        }
    }

    private void shrink(ChaosPlan failed, ChaosReport found, Path directory)
            throws IOException, SQLException, InterruptedException {
        AtomicInteger tries = new AtomicInteger();
        ChaosPlan smallest = new Shrinking(plan -> {
                    say("again with " + plan.faults().size() + " faults");
                    Path of = directory.resolve("shrink-" + tries.incrementAndGet());
                    return new ChaosRun(plan, of, this::say).run().repeats(found);
                })
                .shrink(failed);
        Path file = directory.resolve("smallest.json");
        smallest.write(file);
        say("fails with " + smallest.faults().size() + " faults: ./c4i chaos --replay " + file);
    }

    private PrintWriter writer() {
        return spec.commandLine().getOut();
    }

    private synchronized void say(String line) {
        writer().println(line);
        writer().flush();
    }
}
