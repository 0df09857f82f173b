package org.c4igateway.interop;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;

/**
 * The Python package of Cyclone DDS, in the version of the gateway's own library, installed with pip below a directory
 * of the build.
 *
 * @param directory where it lies; a value for {@code PYTHONPATH}
 */
public record PythonPackages(Path directory) {
    private static final int MAX_REASON_CHARS = 500;

    public PythonPackages {
        directory = directory.toAbsolutePath();
    }

    /**
     * Installs it once; waits for pip as long as that takes.
     *
     * @return the reason why that is impossible, or nothing
     */
    public String install() throws InterruptedException {
        if (Files.isDirectory(directory.resolve("cyclonedds"))) {
            return "";
        }
        String wanted = "cyclonedds==" + version();
        try {
            Process pip = new ProcessBuilder(
                            "python3",
                            "-m",
                            "pip",
                            "install",
                            "--quiet",
                            "--disable-pip-version-check",
                            "--no-deps",
                            "--target",
                            directory.toString(),
                            wanted)
                    .redirectErrorStream(true)
                    .start();
            String output = new String(pip.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return pip.waitFor() == 0
                    ? ""
                    : "pip cannot install " + wanted + ": "
                            + output.substring(Math.max(0, output.length() - MAX_REASON_CHARS));
        } catch (IOException e) {
            return "python3 cannot be run: " + e.getMessage();
        }
    }

    private static String version() {
        try (InputStream in = PythonPackages.class.getResourceAsStream("/native/cyclonedds.properties")) {
            Properties build = new Properties();
            build.load(Objects.requireNonNull(in));
            return build.getProperty("version");
        } catch (IOException e) {
            throw new IllegalStateException("the jar of the Cyclone provider is damaged", e);
        }
    }
}
