package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The class path, from which the directory of libraries is made, has natives of the platform of the gateway only. */
class NativeLibrariesTest {
    private static URL zstd(String platform, String file) {
        return NativeLibrariesTest.class.getResource("/" + platform + "/" + file);
    }

    @Test
    void hasTheCompressorForLinuxOnX86Only() {
        String version = com.github.luben.zstd.util.ZstdVersion.VERSION;
        assertThat(zstd("linux/amd64", "libzstd-jni-" + version + ".so")).isNotNull();
        assertThat(List.of("linux/aarch64", "linux/i386", "freebsd/amd64"))
                .allSatisfy(other -> assertThat(zstd(other, "libzstd-jni-" + version + ".so"))
                        .as(other)
                        .isNull());
        assertThat(zstd("darwin/aarch64", "libzstd-jni-" + version + ".dylib")).isNull();
        assertThat(zstd("win/amd64", "libzstd-jni-" + version + ".dll")).isNull();
    }
}
