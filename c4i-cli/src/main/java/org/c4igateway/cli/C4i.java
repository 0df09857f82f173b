package org.c4igateway.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandProblem;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.UsageProblem;
import org.c4igateway.cli.chaos.ChaosCommand;
import org.c4igateway.cli.codes.CodesCommand;
import org.c4igateway.cli.completion.CompletionCommand;
import org.c4igateway.cli.database.AdoptCommand;
import org.c4igateway.cli.database.DatabaseCommand;
import org.c4igateway.cli.database.SendCommand;
import org.c4igateway.cli.database.StatusCommand;
import org.c4igateway.cli.database.SubscribersCommand;
import org.c4igateway.cli.database.replay.ReplayCommand;
import org.c4igateway.cli.database.resync.ResyncCommand;
import org.c4igateway.cli.demo.DemoCommand;
import org.c4igateway.cli.kmtf.KmtfCommand;
import org.c4igateway.cli.lab.LabCommand;
import org.c4igateway.cli.load.LoadCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * Entry point of every command. Exit status: 0 success, 1 a negative result, 2 wrong usage or environment.
 *
 * <p>Results go to standard output, diagnostics and progress to standard error, both in UTF-8 whatever the locale.
 */
@Command(
        name = "c4i",
        description = "Carries KMTF messages between interface databases over JMS or DDS.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            NodeCommand.class,
            ConfigCommand.class,
            ReloadCommand.class,
            WanCommand.class,
            HistoryCommand.class,
            DatabaseCommand.class,
            SendCommand.class,
            LoadCommand.class,
            StatusCommand.class,
            SubscribersCommand.class,
            ReplayCommand.class,
            ResyncCommand.class,
            AdoptCommand.class,
            TopicsCommand.class,
            SecurityCommand.class,
            KmtfCommand.class,
            LabCommand.class,
            ChaosCommand.class,
            DoctorCommand.class,
            CodesCommand.class,
            CompletionCommand.class,
            TrainCommand.class
        })
public final class C4i implements Callable<Integer> {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** Runs one command and ends the process with its exit status. */
    public static void main(String[] args) {
        System.exit(run(writer(FileDescriptor.out), writer(FileDescriptor.err), args));
    }

    /** Runs one command in this process; returns its exit status. Blocks as long as the command does. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine program = new CommandLine(new C4i())
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(new UsageProblem())
                .setExecutionExceptionHandler(new CommandProblem());
        int status = UsageProblem.explainedUnknownCommand(program, args) ? ExitStatus.USAGE : program.execute(args);
        if (out.checkError()) {
            err.println("c4i: standard output could not be written");
            status = Math.max(status, ExitStatus.USAGE);
        }
        err.flush();
        return status;
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
