package org.c4igateway.cli.database;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.c4igateway.cli.TopicsCommand;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.DurationText;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.MessageFiles;
import org.c4igateway.cli.base.ProgressLine;
import org.c4igateway.cli.doctor.DatabaseAddress;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.mtf.MsgidSet;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.MtfPrecedence;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Submits message files to an interface database, as a C4I server would. */
@Command(
        name = "send",
        description = {
            "Submit message files to an interface database and print the sequence number of each.",
            "Exit status 1 when a file is not submitted. The other files are still submitted."
        })
public final class SendCommand implements Callable<Integer> {
    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Option(names = "--to", paramLabel = "SYSTEM", split = ",", required = true, description = "Receiving systems.")
    private List<String> destinations = List.of();

    @Option(
            names = "--topic",
            paramLabel = "ID",
            description = "Topic id; default: derived from the message name in MSGID.")
    private @Nullable String topicId;

    @Option(
            names = "--precedence",
            paramLabel = "PRECEDENCE",
            description = "${COMPLETION-CANDIDATES}; default: the precedence in the heading, else ROUTINE.")
    private @Nullable MtfPrecedence precedence;

    @Option(names = "--label", paramLabel = "TEXT", description = "Classification label.")
    private String label = "";

    @Option(
            names = "--subject",
            paramLabel = "TEXT",
            description = "What a periodic message is about, such as a track number.")
    private String subject = "";

    @Option(
            names = "--valid-for",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = "Expire after this time, such as 90s, 30m, 2h, 7d; default: never.")
    private @Nullable Duration validFor;

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description = "Catalogue file; default: the reference catalogue.")
    private @Nullable Path catalogueFile;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files, directories, or - for standard input.")
    private List<Path> named = List.of();

    /** Whether the database was asked to submit the present file and has not answered. */
    private boolean asked;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        DatabaseAddress address = database.requiredAddress();
        TopicCatalogue catalogue = TopicsCommand.catalogue(catalogueFile);
        List<Path> files = MessageFiles.expand(named);
        List<String> refused = new ArrayList<>();
        ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), ProgressLine.isInteractive());
        int done = 0;
        boolean undecided = false;
        try (Connection connection = DatabaseSession.open(address)) {
            for (Path file : files) {
                progress.show("sending", done, files.size());
                String problem = send(connection, catalogue, file, progress);
                if (!problem.isEmpty()) {
                    refused.add(file + ": " + problem);
                }
                done++;
            }
        } catch (SQLException e) {
            undecided = asked && DatabaseSession.isOfConnection(e);
            throw DatabaseSession.problem(address, e);
        } finally {
            progress.clear();
            if (undecided) {
                refused.add(files.get(done++) + ": may have been submitted, the connection ended before the answer;"
                        + " look into c4i.delivery_status before you send it again");
            }
            report(files.size(), done, refused, undecided);
        }
        return refused.isEmpty() ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
    }

    /** Names what was not submitted, and counts when there are many or the end came early. */
    private void report(int total, int done, List<String> refused, boolean undecided) {
        PrintWriter err = spec.commandLine().getErr();
        refused.forEach(err::println);
        if (total > 1 && (done < total || !refused.isEmpty())) {
            err.printf(
                    "%d of %d files submitted, %d refused, %d not tried%s%n",
                    done - refused.size(),
                    total,
                    refused.size() - (undecided ? 1 : 0),
                    total - done,
                    undecided ? ", 1 undecided" : "");
        }
    }

    /** Returns why the file was not submitted; empty when it was. */
    private String send(Connection connection, TopicCatalogue catalogue, Path file, ProgressLine progress)
            throws SQLException {
        byte[] payload;
        try {
            payload = MessageFiles.read(file);
        } catch (IOException e) {
            return "cannot be read: " + e.getMessage();
        }
        MtfDocument document = MtfParser.parse(payload, MtfProfile.LENIENT);
        Optional<String> topic = topicOf(document, catalogue);
        if (topic.isEmpty()) {
            String name = document.messageId().map(MsgidSet::name).orElse("");
            return name.isEmpty()
                    ? "has no MSGID, so its topic is unknown; give --topic"
                    : "the catalogue has no message '" + name + "'; give --topic or --catalogue";
        }
        MtfPrecedence chosen =
                precedence == null ? document.heading().precedence().orElse(MtfPrecedence.ROUTINE) : precedence;
        Submission submission = new Submission(
                topic.get(), chosen, destinations, payload, Optional.ofNullable(validFor), label, subject);
        try {
            asked = true;
            long sequence = submission.submit(connection);
            asked = false;
            progress.clear();
            out().printf(
                            "%s: sequence %d, topic %s, %s, to %s%n",
                            file, sequence, topic.get(), chosen, String.join(", ", destinations));
            return "";
        } catch (SQLException e) {
            return refusal(e);
        }
    }

    private Optional<String> topicOf(MtfDocument document, TopicCatalogue catalogue) {
        return topicId != null
                ? Optional.of(topicId)
                : document.messageId()
                        .flatMap(id -> catalogue.findByName(id.name()))
                        .map(Topic::id);
    }

    /** The database's own refusals (class C4) concern one file; anything else ends the command. */
    private String refusal(SQLException e) throws SQLException {
        String state = e.getSQLState();
        if (state == null || !state.startsWith("C4")) {
            throw e;
        }
        asked = false;
        return "refused: " + DatabaseText.of(e);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
