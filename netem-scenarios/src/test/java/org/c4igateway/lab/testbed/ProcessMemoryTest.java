package org.c4igateway.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessMemoryTest {
    @Test
    @EnabledOnOs(OS.LINUX)
    void countsBytes() {
        assertThat(ProcessMemory.resident(ProcessHandle.current().pid()))
                .isGreaterThan(1 << 20)
                .isLessThan(1L << 40);
    }

    @Test
    void tellsTheOldGenerationOfAJavaProcess() {
        assertThat(ProcessMemory.heap(ProcessHandle.current().pid()))
                .isGreaterThan(1 << 20)
                .isLessThan(1L << 32);
    }

    @Test
    void isNotANumberForAProcessThatIsGone() {
        assertThat(ProcessMemory.resident(Long.MAX_VALUE)).isNaN();
        assertThat(ProcessMemory.heap(Long.MAX_VALUE)).isNaN();
    }
}
