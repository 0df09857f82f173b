package org.c4igateway.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.cyclone.library.LibraryCheck;
import org.c4igateway.dds.cyclone.library.LibraryFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryTest {
    private static final List<String> SYMBOLS = List.of("dds_writecdr");

    @TempDir
    private Path directory;

    private LibraryFile file(Map<String, String> extra) {
        Properties properties = new Properties();
        properties.putAll(System.getProperties());
        extra.forEach(properties::setProperty);
        return new LibraryFile(Map.of("C4I_NATIVE_CACHE", directory.toString()), properties);
    }

    private static byte[] packaged() throws IOException {
        try (InputStream in = LibraryTest.class.getResourceAsStream("/native/linux-x86_64/libddsc.so")) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }

    @Test
    void extractsOnceForProcessesThatStartTogether() throws Exception {
        List<Callable<Path>> starts = Stream.generate(
                        () -> (Callable<Path>) () -> file(Map.of()).resolve())
                .limit(8)
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (var started : threads.invokeAll(starts)) {
                assertThat(started.get()).hasBinaryContent(packaged());
            }
        }
        try (Stream<Path> left = Files.walk(directory)) {
            assertThat(left.filter(Files::isRegularFile)).hasSize(1);
        }
    }

    @Test
    void extractsIntoTheHomeThatTheEnvironmentNamesRatherThanTheAccounts() {
        Properties account = new Properties();
        account.putAll(System.getProperties());
        account.setProperty("user.home", "/nowhere");
        assertThat(new LibraryFile(Map.of("HOME", directory.toString()), account).resolve())
                .startsWith(directory.resolve(".cache"));
    }

    @Test
    void replacesADamagedExtraction() throws IOException {
        Path extracted = file(Map.of()).resolve();
        Files.write(extracted, new byte[] {1, 2, 3});
        assertThat(file(Map.of()).resolve()).hasBinaryContent(packaged());
    }

    @Test
    void acceptsThePackagedLibrary() {
        LibraryCheck.verify(file(Map.of()).resolve(), LibraryFile.requiredVersion(), SYMBOLS);
        assertThat(LibraryFile.requiredVersion()).isEqualTo("11.0.1");
    }

    @Test
    void namesTheRemedyWhenTheNamedLibraryIsMissing() {
        LibraryFile missing = file(
                Map.of(LibraryFile.OVERRIDE, directory.resolve("nowhere.so").toString()));
        assertThatExceptionOfType(DdsUnavailableException.class)
                .isThrownBy(missing::resolve)
                .withMessageContaining("nowhere.so")
                .satisfies(e -> assertThat(e.remedy()).contains(LibraryFile.OVERRIDE, "11.0.1"));
    }

    @Test
    void namesTheRemedyOnAPlatformWithoutLibrary() {
        assertThatExceptionOfType(DdsUnavailableException.class)
                .isThrownBy(file(Map.of("os.arch", "riscv64"))::resolve)
                .withMessageContaining("linux-riscv64")
                .satisfies(e -> assertThat(e.remedy()).contains(LibraryFile.OVERRIDE));
    }

    @Test
    void refusesAnotherVersionAndAnotherLibrary() throws IOException {
        Path extracted = file(Map.of()).resolve();
        assertThatExceptionOfType(DdsUnavailableException.class)
                .isThrownBy(() -> LibraryCheck.verify(extracted, "10.0.5", SYMBOLS))
                .withMessageContaining("not Cyclone DDS 10.0.5");
        assertThatExceptionOfType(DdsUnavailableException.class)
                .isThrownBy(() -> LibraryCheck.verify(extracted, "11.0.1", List.of("dds_no_such_function")))
                .withMessageContaining("dds_no_such_function");
        Path text = Files.writeString(directory.resolve("text.so"), "\0" + "11.0.1" + "\0");
        assertThatExceptionOfType(DdsUnavailableException.class)
                .isThrownBy(() -> LibraryCheck.verify(text, "11.0.1", SYMBOLS))
                .withMessageContaining("cannot be loaded");
    }

    @Test
    void failsTheStartOfAProcessWithTheRemedy() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-D" + LibraryFile.OVERRIDE + "=" + directory.resolve("nowhere.so"),
                "-cp",
                System.getProperty("java.class.path"),
                EchoProcess.class.getName(),
                "20",
                "1",
                "1000");
        Path output = directory.resolve("output");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor()).isNotZero();
        assertThat(output).content().contains("DdsUnavailableException").contains("nowhere.so");
    }
}
