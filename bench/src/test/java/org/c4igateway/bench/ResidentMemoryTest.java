package org.c4igateway.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ResidentMemoryTest {
    @Test
    @EnabledOnOs(OS.LINUX)
    void countsBytes() {
        assertThat(ResidentMemory.bytes(ProcessHandle.current().pid()))
                .isGreaterThan(1 << 20)
                .isLessThan(1L << 40);
    }

    @Test
    void isNotANumberForAProcessThatIsGone() {
        assertThat(ResidentMemory.bytes(Long.MAX_VALUE)).isNaN();
    }
}
