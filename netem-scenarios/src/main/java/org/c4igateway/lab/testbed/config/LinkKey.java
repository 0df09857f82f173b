package org.c4igateway.lab.testbed.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.c4igateway.lab.testbed.database.TestbedPasswords;

/** The file of a WAN link's pre-shared key, readable by its owner only. */
public record LinkKey(Path file) {
    /** A line of such a file with another random key. */
    public static String line(TestbedPasswords testbedPasswords) {
        return "1 " + testbedPasswords.next() + testbedPasswords.next() + "\n";
    }

    /** Replaces the file atomically, so that no reader sees half of it. */
    public void write(String line) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".new");
        Files.createFile(next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(next, line);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
