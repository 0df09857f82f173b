package org.c4igateway.lab.run.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.c4igateway.lab.tool.ToolRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ProcessorUseTest {
    @Test
    void countsWhatOthersUsed() {
        ProcessorUse before = new ProcessorUse(1_000, 9_000, 400);
        ProcessorUse after = new ProcessorUse(1_300, 9_700, 450);

        // of 1,000 ticks 300 were busy, 50 of them own
        assertThat(after.othersSince(before)).isCloseTo(0.25, within(1e-9));
    }

    @Test
    void saysWhenItDoesNotKnow() {
        ProcessorUse unknown = new ProcessorUse(-1, -1, -1);

        assertThat(new ProcessorUse(10, 10, 5).othersSince(unknown)).isNegative();
        assertThat(unknown.othersSince(unknown)).isNegative();
    }

    /** All programs are counted at samples, the own time exactly: what contradicts itself is no share of 0. */
    @Test
    void doesNotCallAContradictionNone() {
        ProcessorUse before = new ProcessorUse(1_000, 9_000, 400);

        assertThat(new ProcessorUse(1_100, 9_900, 510).othersSince(before)).isZero();
        assertThat(new ProcessorUse(1_100, 9_900, 550).othersSince(before)).isNegative();
    }

    @Test
    void readsTheMachine() {
        assumeTrue(Files.isReadable(Path.of("/proc/stat")), "no /proc/stat here");

        ProcessorUse use = ProcessorUse.read();

        assertThat(use.own()).isPositive().isLessThanOrEqualTo(use.busy());
    }

    /** PostgreSQL is a child of the first process once it has started. */
    @Test
    @Tag("slow")
    void countsInASandboxWhatDoesNotDescendFromIt() throws IOException {
        assumeTrue(
                ToolRun.of("unshare", "--pid", "--fork", "--mount-proc", "true").succeeded(), "unshare is refused");

        ToolRun run = ToolRun.of(
                "unshare",
                "--pid",
                "--fork",
                "--kill-child",
                "--mount-proc",
                "sh",
                "-c",
                "(i=0; while [ $i -lt 1000000 ]; do i=$((i + 1)); done; sh -c 'echo $PPID'; exec sleep 60) | \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                Reader.class.getName());

        assertThat(run.succeeded()).as(run.output()).isTrue();
        String[] ticks = run.output().lines().findFirst().orElse("").split(" ", -1);
        long neighbour = Long.parseLong(ticks[1]);
        assertThat(neighbour).isPositive();
        assertThat(Long.parseLong(ticks[0])).isGreaterThanOrEqualTo(Long.parseLong(ticks[2]) + neighbour);
    }

    /**
     * Prints what it calls its own, and the ticks of the process whose number it is told, which it ends, and of itself.
     */
    static final class Reader {
        private Reader() {}

        public static void main(String[] arguments) throws IOException {
            String neighbour;
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
                neighbour = lines.readLine();
            }
            long itself = ticks("self");
            long other = ticks(neighbour);
            System.out.println(ProcessorUse.read().own() + " " + other + " " + itself);
            ProcessHandle.of(Long.parseLong(neighbour)).ifPresent(ProcessHandle::destroy);
        }

        private static long ticks(String process) throws IOException {
            String stat = Files.readString(Path.of("/proc", process, "stat"));
            String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return Long.parseLong(words[11]) + Long.parseLong(words[12]);
        }
    }
}
