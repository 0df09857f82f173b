package org.c4igateway.cli.database;

import java.io.PrintWriter;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.Json;
import org.c4igateway.cli.base.ProgressLine;
import org.c4igateway.cli.base.TextTable;
import org.c4igateway.cli.doctor.DatabaseAddress;
import org.c4igateway.dbbridge.ledger.FindingLine;
import org.c4igateway.dbbridge.ledger.InboxLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.dbbridge.ledger.PublicationLine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the ledger of a node's database. */
@Command(
        name = "status",
        description = {
            "Show the ledger of an interface database: accepted rows and their states, and findings in payloads.",
            "Exit status 1 when the two sides do not balance."
        })
public final class StatusCommand implements Callable<Integer> {
    private static final String CLEAR_SCREEN = "\u001b[H\u001b[2J";

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Option(names = "--audit", description = "Count every row again and compare; slow on a full outbox.")
    private boolean audit;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(
            names = "--watch",
            paramLabel = "SECONDS",
            arity = "0..1",
            fallbackValue = "2",
            description = "Repeat at this interval in seconds (default 2) until interrupted or not balanced.")
    private int watchSeconds;

    @Option(
            names = "--node",
            paramLabel = "URL",
            description = {
                "Also ask the node at this address, such as http://127.0.0.1:8080,",
                "which peers it reaches, and why it does not reach the others."
            })
    private @Nullable URI node;

    @Option(names = "--until-settled", description = "With --watch: end when no row is pending.")
    private boolean untilSettled;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException, InterruptedException {
        if (watchSeconds < 0 || (untilSettled && watchSeconds == 0)) {
            throw CommandException.environment("--watch takes a number of seconds above 0; --until-settled needs it");
        }
        DatabaseAddress address = database.requiredAddress();
        try (Connection connection = audit ? DatabaseSession.openForLong(address) : DatabaseSession.open(address)) {
            LedgerSnapshot ledger = show(connection);
            while (watchSeconds > 0 && ledger.balanced() && !(untilSettled && isSettled(ledger))) {
                var _ = new CountDownLatch(1).await(watchSeconds, TimeUnit.SECONDS);
                ledger = show(connection);
            }
            return ledger.balanced() ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
        } catch (SQLException e) {
            throw DatabaseSession.problem(address, e);
        }
    }

    private LedgerSnapshot show(Connection connection) throws SQLException, CommandException, InterruptedException {
        LedgerSnapshot ledger = LedgerSnapshot.read(connection, audit);
        List<FindingLine> findings = FindingLine.read(connection);
        Optional<NodePeers> peers = node == null ? Optional.empty() : Optional.of(NodePeers.ask(node));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> fields = fields(ledger);
            fields.put("findings", findings.stream().map(StatusCommand::fields).toList());
            peers.ifPresent(told -> fields.put("node", told.fields()));
            out.println(Json.write(fields));
        } else {
            if (watchSeconds > 0 && ProgressLine.isInteractive()) {
                out.print(CLEAR_SCREEN);
            }
            print(ledger, out);
            print(findings, out);
            peers.ifPresent(told -> told.print(out));
        }
        out.flush();
        return ledger;
    }

    private static boolean isSettled(LedgerSnapshot ledger) {
        return ledger.lines().stream().allMatch(line -> line.pending() == 0);
    }

    /** Prints both sides and the verdict. */
    public static void print(LedgerSnapshot ledger, PrintWriter out) {
        out.println("System " + (ledger.system().isEmpty() ? "(not visible to this role)" : ledger.system()));
        out.println();
        destinations(ledger, ledger.lines()).print(out);
        if (!ledger.recounted().isEmpty()) {
            out.println();
            out.println("Counted again from rows");
            destinations(ledger, ledger.recounted()).print(out);
        }
        out.println();
        TextTable origins = new TextTable("FROM", "RECEIVED", "DUPLICATES SUPPRESSED", "PARKED");
        ledger.origins()
                .forEach(line -> origins.row(
                        line.origin().isEmpty() ? "(unknown)" : line.origin(),
                        line.received(),
                        line.duplicates(),
                        line.parked()));
        origins.print(out);
        out.println();
        out.println("Dead letters: " + ledger.parked().map(Object::toString).orElse("not readable by this role"));
        ledger.publications().stream()
                .filter(line -> line.rows() > 0)
                .forEach(line -> out.println("Published, " + meaning(line) + ": " + line.rows() + ", the oldest for "
                        + line.oldestSeconds(ledger.at()) + " s"));
        out.println(
                ledger.balanced()
                        ? "Balanced: accepted = delivered + sent + pending + expired + superseded + rejected."
                        : "NOT BALANCED: the accepted rows and the sum of their states differ.");
    }

    private static String meaning(PublicationLine line) {
        return line.state().equals("unclaimed") ? "nobody subscribes to the topic" : "waiting to be routed by the node";
    }

    private static void print(List<FindingLine> findings, PrintWriter out) {
        if (findings.isEmpty()) {
            return;
        }
        out.println();
        out.println(
                "Findings in the payloads of the newest 10,000 messages of each direction (kmtf check explains them)");
        TextTable table = new TextTable("DIRECTION", "SEVERITY", "RULE", "MESSAGES", "NEWEST", "AT");
        findings.forEach(line -> table.row(
                line.direction(), line.severity(), line.rule(), line.messages(), line.lastMessage(), place(line)));
        table.print(out);
    }

    private static String place(FindingLine line) {
        return line.lastFinding().split(": ", 2)[0];
    }

    private static TextTable destinations(LedgerSnapshot ledger, List<LedgerLine> lines) {
        TextTable table = new TextTable(
                "TO", "ACCEPTED", "DELIVERED", "SENT", "PENDING", "EXPIRED", "SUPERSEDED", "REJECTED", "OLDEST");
        lines.forEach(line -> table.row(
                line.destination(),
                line.accepted(),
                line.delivered(),
                line.sent(),
                line.pending(),
                line.expired(),
                line.superseded(),
                line.rejected(),
                ledger.oldestPending(line.destination())
                        .map(age -> age.toSeconds() + " s")
                        .orElse("-")));
        return table;
    }

    private static Map<String, Object> fields(LedgerSnapshot ledger) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("system", ledger.system());
        fields.put("balanced", ledger.balanced());
        fields.put(
                "destinations",
                ledger.lines().stream().map(line -> fields(ledger, line)).toList());
        if (!ledger.recounted().isEmpty()) {
            fields.put(
                    "recounted",
                    ledger.recounted().stream()
                            .map(line -> fields(ledger, line))
                            .toList());
        }
        fields.put(
                "origins", ledger.origins().stream().map(StatusCommand::fields).toList());
        ledger.parked().ifPresent(count -> fields.put("dead_letters", count));
        fields.put(
                "publications",
                ledger.publications().stream().map(line -> fields(ledger, line)).toList());
        return fields;
    }

    private static Map<String, Object> fields(LedgerSnapshot ledger, LedgerLine line) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("destination", line.destination().value());
        fields.put("accepted", line.accepted());
        fields.put("delivered", line.delivered());
        fields.put("sent", line.sent());
        fields.put("pending", line.pending());
        fields.put("expired", line.expired());
        fields.put("superseded", line.superseded());
        fields.put("rejected", line.rejected());
        fields.put(
                "oldest_pending_seconds",
                ledger.oldestPending(line.destination())
                        .map(Duration::toSeconds)
                        .orElse(0L));
        return fields;
    }

    private static Map<String, Object> fields(LedgerSnapshot ledger, PublicationLine line) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("state", line.state());
        fields.put("rows", line.rows());
        fields.put("oldest_seconds", line.oldestSeconds(ledger.at()));
        return fields;
    }

    private static Map<String, Object> fields(FindingLine line) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("direction", line.direction());
        fields.put("severity", line.severity());
        fields.put("rule", line.rule());
        fields.put("messages", line.messages());
        fields.put("last_message", line.lastMessage());
        fields.put("last_finding", line.lastFinding());
        return fields;
    }

    private static Map<String, Object> fields(InboxLine line) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("origin", line.origin());
        fields.put("received", line.received());
        fields.put("duplicates", line.duplicates());
        fields.put("parked", line.parked());
        return fields;
    }
}
