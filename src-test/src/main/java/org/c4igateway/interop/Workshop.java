package org.c4igateway.interop;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where peers are built.
 *
 * @param directory for builds and logs; kept between runs
 */
record Workshop(Path directory) {
    Workshop {
        directory = directory.toAbsolutePath();
    }

    /** @return command that runs a class of this class path */
    List<String> java(String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main));
        command.addAll(List.of(arguments));
        return command;
    }
}
