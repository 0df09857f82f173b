package org.c4igateway.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.security.Grant;
import org.c4igateway.cli.security.LabAuthority;
import org.c4igateway.cli.security.LabAuthority.Rights;
import org.c4igateway.cli.security.SecuritySetupException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.topics.TrafficClass;
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
                "Run it again to add systems, and to renew identities and permissions of those named. Keys and governance stay,"
                        + " and so do rights of a system that is named without any."
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
                                            + " * is all (default of a new system), - is none. Repeatable.")
                    List<String> systems,
            @Option(
                            names = "--domain",
                            paramLabel = "ID",
                            description = "DDS domain (that of the governance that is there, else 0).")
                    @Nullable Integer domain,
            @Option(
                            names = "--days",
                            paramLabel = "N",
                            defaultValue = "365",
                            description = "Validity of identities and permissions (365).")
                    int days,
            @Option(names = "--catalogue", paramLabel = "FILE", description = "Catalogue file (CSV).") @Nullable Path catalogue)
            throws CommandException {
        if ((domain != null && (domain < 0 || domain > 232)) || days < 1) {
            throw new ParameterException(spec.commandLine(), "--domain must be 0 to 232, and --days positive");
        }
        List<Grant> grants = new ArrayList<>();
        try {
            systems.forEach(system -> grants.add(Grant.parse(system)));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
        Map<SystemName, Rights> rights;
        try {
            rights = new LabAuthority(directory, days)
                    .prepare(
                            grants,
                            domain == null ? OptionalInt.empty() : OptionalInt.of(domain),
                            TopicsCommand.catalogue(catalogue),
                            Instant.now());
        } catch (SecuritySetupException e) {
            throw CommandException.environment(String.valueOf(e.getMessage()));
        }
        PrintWriter out = spec.commandLine().getOut();
        for (Grant grant : grants) {
            Path of = directory.resolve(grant.system().value()).toAbsolutePath();
            out.printf("%s: c4i.transports.dds.security.directory: %s%n", grant.system(), of);
            out.printf("%s: %s%n", grant.system(), told(grant, rights.get(grant.system())));
        }
        out.printf(
                "Do not copy %s to other machines: it holds the private keys of the authorities.%n",
                directory.resolve("authority"));
        return ExitStatus.SUCCESS;
    }

    private static String told(Grant grant, @Nullable Rights became) {
        if (became == Rights.KEPT) {
            return "rights as before";
        }
        String now = "writes " + classes(grant.publishes()) + ", reads " + classes(grant.subscribes());
        return became == Rights.REPLACED ? "RIGHTS CHANGED: " + now : now;
    }

    private static String classes(Set<TrafficClass> classes) {
        if (classes.size() == TrafficClass.values().length) {
            return "all topics";
        }
        return classes.isEmpty()
                ? "none"
                : classes.stream().map(TrafficClass::name).sorted().collect(Collectors.joining(","));
    }
}
