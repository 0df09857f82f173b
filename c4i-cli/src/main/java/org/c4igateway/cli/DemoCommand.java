package org.c4igateway.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import org.c4igateway.lab.testbed.AuditResult;
import org.c4igateway.lab.testbed.DeliveryAudit;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.MessageLoad;
import org.c4igateway.lab.testbed.Transports;
import org.c4igateway.topics.TopicCatalogue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows the whole path on this machine, over both transports, with a receiver killed in the middle. */
@Command(
        name = "demo",
        description = {
            "Start an embedded PostgreSQL with an interface database per node, submit the sample messages and a generated"
                    + " load, first over JMS, then over DDS, kill a receiving node in the middle and start it again,"
                    + " and compare outboxes with inboxes row by row.",
            "Exit status 0 only when every ledger balances and nothing is lost, doubled, altered or out of order."
        })
final class DemoCommand implements Callable<Integer> {
    @Mixin
    private final DemoOptions options = new DemoOptions();

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "jms,dds",
            description = "Of jms, dds and mixed, one after the other; default: ${DEFAULT-VALUE}.")
    private List<Transports> transports = List.of();

    @Option(names = "--samples", paramLabel = "DIR", description = "Directory of message files; default: samples.")
    private Path samples = Path.of(System.getProperty("c4i.home", "."), "samples");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        if (!options.problem().isEmpty()) {
            throw new ParameterException(spec.commandLine(), options.problem());
        }
        if (!Files.isDirectory(samples)) {
            throw CommandException.environment("no directory " + samples + "; name one by --samples");
        }
        Stopwatch watch = new Stopwatch();
        try {
            List<DemoRun.Result> results = runAll();
            return verdict(results, watch);
        } catch (IOException | SQLException e) {
            throw CommandException.negative("the demonstration broke off: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.negative("interrupted");
        }
    }

    private List<DemoRun.Result> runAll() throws IOException, SQLException, InterruptedException, CommandException {
        TopicCatalogue catalogue = TopicCatalogue.reference();
        MessageLoad load = MessageLoad.read(samples, catalogue);
        Stopwatch watch = new Stopwatch();
        try (Mesh mesh = Mesh.create(options.nodes())) {
            out().printf("PostgreSQL with %d interface databases ready after %s%n", options.nodes(), watch);
            ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), ProgressLine.isInteractive());
            DemoRun run = new DemoRun(mesh, load, new DeliveryAudit(catalogue), options, out(), progress);
            List<DemoRun.Result> results = new ArrayList<>();
            for (Transports transport : transports) {
                results.add(run.run(transport));
            }
            mesh.stop();
            printLedgers(mesh);
            return results;
        }
    }

    private void printLedgers(Mesh mesh) throws SQLException {
        for (String system : mesh.systems()) {
            try (Connection connection = mesh.database(system).openOwner()) {
                out().println();
                StatusCommand.print(LedgerSnapshot.read(connection, false), out());
            }
        }
    }

    private int verdict(List<DemoRun.Result> results, Stopwatch watch) {
        TextTable reliable = new TextTable(
                "RELIABLE",
                "MESSAGES",
                "DELIVERED",
                "DUPLICATES SUPPRESSED",
                "LOST",
                "DOUBLED",
                "ALTERED",
                "OUT OF ORDER");
        TextTable latency = new TextTable("LATENCY ms", "P50", "P99", "P50 WITH OUTAGE", "P99 WITH OUTAGE");
        TextTable bestEffort = new TextTable("BEST EFFORT", "MESSAGES", "SUPERSEDED", "SENT", "RECEIVED");
        results.forEach(result -> rows(reliable, latency, bestEffort, result));
        for (TextTable table : List.of(reliable, latency, bestEffort)) {
            out().println();
            table.print(out());
        }
        out().println();
        out().println(
                        "Latency is from outbox row to inbox row: until the kill, and of the whole run with the outage in it.");
        results.forEach(result -> {
            result.audit().faults().forEach(fault -> out().println(result.transport() + ": " + fault));
            out().println(result.transport() + ": ledgers "
                    + (result.balanced() ? "balanced" : "NOT BALANCED or not settled"));
        });
        boolean passed = results.stream().allMatch(DemoRun.Result::passed);
        out().println((passed ? "Passed in " : "FAILED after ") + watch);
        return passed ? C4i.SUCCESS : C4i.NEGATIVE;
    }

    private static void rows(TextTable reliable, TextTable latency, TextTable bestEffort, DemoRun.Result result) {
        AuditResult audit = result.audit();
        AuditResult.Faults faults = audit.faultCount();
        reliable.row(
                result.transport(),
                audit.reliable(),
                audit.delivered(),
                result.duplicates(),
                faults.lost(),
                faults.doubled(),
                faults.altered() + faults.unknown(),
                faults.outOfOrder());
        latency.row(
                result.transport(),
                millis(audit.undisturbed(), 50),
                millis(audit.undisturbed(), 99),
                millis(audit.latency(), 50),
                millis(audit.latency(), 99));
        bestEffort.row(
                result.transport(),
                audit.bestEffortSent(),
                result.superseded(),
                audit.bestEffortSent() - result.superseded(),
                audit.bestEffortReceived());
    }

    private static String millis(Histogram microseconds, double percentile) {
        return String.format(Locale.ROOT, "%.1f", microseconds.getValueAtPercentile(percentile) / 1_000.0);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
