package org.c4igateway.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.security.Grant;
import org.c4igateway.cli.security.LabAuthority;
import org.c4igateway.cli.security.SecuritySetupException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Credentials: DDS Security for a laboratory, and passwords of the console. */
@Command(
        name = "security",
        description = "Create credentials for DDS Security; hash passwords of the console.",
        synopsisSubcommandLabel = "(init | hash)",
        subcommands = PasswordHashCommand.class)
final class SecurityCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name an action: init or hash");
    }

    @Command(
            name = "init",
            description = {
                "Create a certificate authority for a laboratory, and for each system a signed identity, governance and permissions.",
                "Run it again to add systems, and to renew identities and permissions of those named. Existing keys stay."
            })
    int init(
            @Option(
                            names = "--directory",
                            paramLabel = "DIR",
                            required = true,
                            description = "Directory to write to: DIR/authority, and DIR/SYSTEM for each system.")
                    Path directory,
            @Option(
                            names = "--system",
                            paramLabel = "NAME[=WRITES[/READS]]",
                            required = true,
                            description =
                                    "A system and the topic classes that it may write and read, separated by commas;"
                                            + " * is all (default), - is none. Repeatable.")
                    List<String> systems,
            @Option(names = "--domain", paramLabel = "ID", defaultValue = "0", description = "DDS domain (0).")
                    int domain,
            @Option(
                            names = "--days",
                            paramLabel = "N",
                            defaultValue = "365",
                            description = "Validity of identities and permissions (365).")
                    int days,
            @Option(names = "--catalogue", paramLabel = "FILE", description = "Catalogue file (CSV).") @Nullable Path catalogue)
            throws CommandException {
        if (domain < 0 || domain > 232 || days < 1) {
            throw new ParameterException(spec.commandLine(), "--domain must be 0 to 232, and --days positive");
        }
        List<Grant> grants = new ArrayList<>();
        try {
            systems.forEach(system -> grants.add(Grant.parse(system)));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
        try {
            new LabAuthority(directory, days)
                    .prepare(grants, domain, TopicsCommand.catalogue(catalogue), Instant.now());
        } catch (SecuritySetupException e) {
            throw CommandException.environment(String.valueOf(e.getMessage()));
        }
        PrintWriter out = spec.commandLine().getOut();
        for (Grant grant : grants) {
            Path of = directory.resolve(grant.system().value()).toAbsolutePath();
            out.printf("%s: c4i.transports.dds.security.directory: %s%n", grant.system(), of);
        }
        out.printf(
                "Do not copy %s to other machines: it holds the private keys of the authorities.%n",
                directory.resolve("authority"));
        return ExitStatus.SUCCESS;
    }
}
