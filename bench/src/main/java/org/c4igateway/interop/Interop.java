package org.c4igateway.interop;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.c4igateway.interop.Outcome.Check;
import org.c4igateway.interop.PeerKind.MissingPeerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./c4i interop}: lets every two applications exchange keyed messages and prints a table in Markdown. */
@Command(
        name = "interop",
        description = {
            "Tests the exchange of keyed messages between DDS applications of different vendors, each pair both ways, on the loopback interface.",
            "Prints a table in Markdown. Exit status 0 when every pair that can run here passes, 1 when one fails."
        },
        mixinStandardHelpOptions = true)
public final class Interop implements Callable<Integer> {
    private static final Duration START_PATIENCE = Duration.ofSeconds(60);

    @Option(
            names = "--peer",
            paramLabel = "NAME",
            description = "Test only this application; repeatable: cyclone, python, opendds, fastdds; default: all.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--domain", paramLabel = "ID", defaultValue = "91", description = "DDS domain (91).")
    private int domain;

    @Option(names = "--directory", paramLabel = "DIR", description = "Where peers are built and logs are written.")
    private Path directory =
            Path.of(System.getProperty("c4i.home", ".")).resolve("target").resolve("interop");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** Picocli creates it. */
    public Interop() {}

    /** Runs and ends the process. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Interop()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Set<PeerKind> wanted = EnumSet.noneOf(PeerKind.class);
        for (String name : names) {
            wanted.add(PeerKind.named(name)
                    .orElseThrow(() -> new CommandLine.ParameterException(
                            spec.commandLine(), "no peer is called '" + name + "'")));
        }
        if (wanted.isEmpty()) {
            wanted.addAll(EnumSet.allOf(PeerKind.class));
        }
        Files.createDirectories(directory);
        Map<PeerKind, List<String>> commands = new EnumMap<>(PeerKind.class);
        List<String> missing = prepare(wanted, commands);
        List<Outcome> outcomes = new InteropMatrix(commands, domain, directory, START_PATIENCE).run();
        print(out, outcomes);
        missing.forEach(out::println);
        out.flush();
        return outcomes.stream().allMatch(Outcome::passed) && !outcomes.isEmpty() ? 0 : 1;
    }

    private List<String> prepare(Set<PeerKind> wanted, Map<PeerKind, List<String>> commands)
            throws IOException, InterruptedException {
        PeerWorkspace peerWorkspace = new PeerWorkspace(directory);
        List<String> missing = new ArrayList<>();
        for (PeerKind kind : wanted) {
            try {
                commands.put(kind, kind.prepare(peerWorkspace));
            } catch (MissingPeerException e) {
                missing.add("Not run: " + kind.title() + ": " + e.getMessage());
            }
        }
        return missing;
    }

    private static void print(PrintWriter out, List<Outcome> outcomes) {
        StringBuilder head = new StringBuilder("| writer | reader |");
        StringBuilder line = new StringBuilder("|---|---|");
        for (Check check : Check.values()) {
            head.append(' ').append(check.title()).append(" |");
            line.append("---|");
        }
        out.println(head);
        out.println(line);
        for (Outcome outcome : outcomes) {
            StringBuilder row = new StringBuilder("| " + outcome.writer() + " | " + outcome.reader() + " |");
            for (Check check : Check.values()) {
                row.append(' ').append(outcome.cell(check)).append(" |");
            }
            out.println(row);
        }
        out.println();
    }
}
