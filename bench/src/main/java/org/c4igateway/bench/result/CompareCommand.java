package org.c4igateway.bench.result;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.c4igateway.bench.Figure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench compare}: two kept runs side by side. Ends with 2 when they cannot be compared. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = "Compares the figures of two result files of 'bench run'.")
public final class CompareCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "Result file that is compared with.")
    @SuppressWarnings("NullAway.Init")
    private Path first;

    @Parameters(index = "1", paramLabel = "B", description = "Result file whose figures are divided by those of A.")
    @SuppressWarnings("NullAway.Init")
    private Path second;

    /** Picocli creates it. */
    public CompareCommand() {}

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        try {
            KeptRun a = ResultFile.read(first);
            KeptRun b = ResultFile.read(second);
            List<ResultComparison.Line> lines = ResultComparison.of(a, b);
            if (lines.isEmpty()) {
                err.println("The two runs have no figure in common.");
                return 2;
            }
            print(a, b, lines);
            return 0;
        } catch (IOException e) {
            err.println("Cannot compare: " + e.getMessage());
            return 2;
        }
    }

    private void print(KeptRun a, KeptRun b, List<ResultComparison.Line> lines) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("A: " + describe(a));
        out.println("B: " + describe(b));
        if (!a.machine().equals(b.machine())) {
            out.println("The machines differ: only ratios within a run can be compared.");
        }
        out.println();
        out.println("| measured | unit | A | B | B / A | 95 % |");
        out.println("|---|---|---:|---:|---:|---|");
        lines.forEach(line -> out.println(line.text()));
        out.flush();
    }

    private static String describe(KeptRun run) {
        return run.commit() + ", " + run.started() + ", load " + Figure.text(run.load()) + ", " + run.machine() + ", "
                + run.command();
    }
}
