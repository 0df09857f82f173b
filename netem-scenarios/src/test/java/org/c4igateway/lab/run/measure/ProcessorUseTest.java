package org.c4igateway.lab.run.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
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

    @Test
    void readsTheMachine() {
        assumeTrue(Files.isReadable(Path.of("/proc/stat")), "no /proc/stat here");

        ProcessorUse use = ProcessorUse.read();

        assertThat(use.own()).isPositive().isLessThanOrEqualTo(use.busy());
    }
}
