package org.c4igateway.lab.testbed.database;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Binaries of one server that has variables of its own: links, and scripts that set them and become the real ones. */
final class ServerBinaries {
    private static final List<String> LINKED = List.of("lib", "share");
    private static final List<String> PROGRAMS = List.of("initdb", "pg_ctl", "postgres");

    private ServerBinaries() {}

    /**
     * Makes them.
     *
     * @param unpacked home of the real ones
     * @param directory takes them, under the same name
     */
    static void prepare(Path unpacked, Path directory, Map<String, String> variables) throws IOException {
        Path own = directory.resolve(String.valueOf(unpacked.getFileName()));
        Path programs = Files.createDirectories(own.resolve("bin"));
        for (String name : LINKED) {
            Files.createSymbolicLink(own.resolve(name), unpacked.resolve(name));
        }
        String exports = variables.entrySet().stream()
                .map(variable -> "export " + variable.getKey() + "='" + variable.getValue() + "'\n")
                .collect(Collectors.joining());
        for (String name : PROGRAMS) {
            Path script = Files.writeString(
                    programs.resolve(name),
                    "#!/bin/sh\n" + exports + "exec '" + unpacked.resolve("bin").resolve(name) + "' \"$@\"\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.createFile(own.resolve(".exists")); // the mark of what is unpacked
    }

    /** The usual archive. The library remembers a directory for each object of this type. */
    static PgBinaryResolver resolver() {
        return new PgBinaryResolver() {
            @Override
            public InputStream getPgBinary(String system, String machineHardware) throws IOException {
                return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, machineHardware);
            }
        };
    }
}
