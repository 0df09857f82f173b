package org.c4igateway.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.c4igateway.app.EffectiveConfiguration;
import org.c4igateway.app.start.StartRefusedException;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ConfigurationFile;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.dbbridge.node.NodeCheck;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Judges, writes down and brings in configurations of nodes. */
@Command(
        name = "config",
        description = "Check, export or replace the configuration file of a node.",
        synopsisSubcommandLabel = "check|export|import")
final class ConfigCommand implements Runnable {
    private static final int MAX_BYTES = 1 << 20;
    private static final String YAML = "YAML";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "name an action: check FILE, export FILE, import FILE --to FILE");
    }

    @Command(
            name = "check",
            description = {
                "Check whether a node would start with this file on this machine: keys, values, files,",
                "certificates, network interfaces, native libraries.",
                "Opens no port. Does not connect to the database or to peers.",
                "Exit status 1 when it would not: the first line shows key, value and place, the next one the remedy."
            })
    int check(@Parameters(paramLabel = "FILE", description = "A node's YAML file.") Path file) throws CommandException {
        judge(readable(file));
        out().println(file + ": accepted");
        return ExitStatus.SUCCESS;
    }

    @Command(
            name = "export",
            description = {
                "Write the effective configuration of a node: every key with its value, defaults included.",
                "Replaces each clear-text password by a reference to a variable and prints the variable's name."
            })
    int export(
            @Parameters(paramLabel = "FILE", description = "A node's YAML file.") Path file,
            @Option(names = "--out", paramLabel = "FILE", description = "A new file; default: standard output.")
                    @Nullable Path target)
            throws CommandException {
        if (target != null) {
            requireForm(YAML, "an export", target);
        }
        EffectiveConfiguration configuration = judge(readable(file));
        if (target == null) {
            out().print(configuration.yaml());
        } else {
            try {
                ConfigurationFile.create(target, configuration.yaml().getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw CommandException.environment("cannot write a new file " + target + ": " + e);
            }
        }
        configuration.replaced().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(secret -> spec.commandLine()
                        .getErr()
                        .println("c4i: set " + secret.getValue() + " to the secret of " + secret.getKey()));
        return ExitStatus.SUCCESS;
    }

    @Command(
            name = "import",
            description = {
                "Replace a node's file atomically, if a node would start with the new one. Keeps the old file.",
                "Variables that the file refers to must be set. A running node that watches its files applies it at once;",
                "'c4i reload --dry-run' shows the keys that need a restart.",
                "Exit status 1 when the file is not accepted; then nothing is written."
            })
    int bringIn(
            @Parameters(paramLabel = "FILE", description = "The new file.") Path file,
            @Option(names = "--to", paramLabel = "FILE", required = true, description = "The node's present file.")
                    Path target)
            throws CommandException {
        byte[] content = read(file);
        requireForm(form(file), file.toString(), target);
        judge(file);
        if (!Arrays.equals(content, read(file))) {
            throw CommandException.environment(file + " changed while it was checked; try again");
        }
        try {
            if (Files.exists(target) && Arrays.equals(Files.readAllBytes(target), content)) {
                out().println(target + ": unchanged, both files are equal");
                return ExitStatus.SUCCESS;
            }
            Path old = ConfigurationFile.replace(target, content, Instant.now());
            out().println(target + ": written" + (old == null ? "" : "; the old one is " + old));
            return ExitStatus.SUCCESS;
        } catch (IOException e) {
            throw CommandException.environment("cannot replace " + target + ": " + e + "; it is unchanged");
        }
    }

    /** The loader of configurations goes by the ending of a name. */
    private static void requireForm(String given, String of, Path target) throws CommandException {
        String wanted = form(target);
        if (!wanted.isEmpty() && !wanted.equals(given)) {
            throw CommandException.environment(target + " would be read as " + wanted + ", and " + of
                    + " is not; nothing is written. Choose a place with the ending of that form");
        }
    }

    /** Empty where the ending tells none. */
    private static String form(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".properties")) {
            return "properties";
        }
        if (name.endsWith(".xml")) {
            return "properties in XML";
        }
        return name.endsWith(".yaml") || name.endsWith(".yml") ? YAML : "";
    }

    private static Path readable(Path file) throws CommandException {
        if (!Files.isReadable(file) || !Files.isRegularFile(file)) {
            throw CommandException.environment("cannot read the configuration " + file);
        }
        return file;
    }

    private static byte[] read(Path file) throws CommandException {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw CommandException.environment(file + " is larger than 1 MiB, too large for a configuration");
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw CommandException.environment("cannot read the configuration " + file);
        }
    }

    private static EffectiveConfiguration judge(Path file) throws CommandException {
        try {
            return NodeCheck.run(
                    "--spring.config.additional-location=" + file.toUri(),
                    "--logging.config=classpath:c4i-logback.xml");
        } catch (StartRefusedException e) {
            throw CommandException.negative(e.getMessage() + "\n" + e.remedy() + "\n" + file
                    + " is not accepted: a node would not start with it");
        } catch (RuntimeException e) {
            throw CommandException.negative(file + " is not accepted, see the messages above");
        }
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
