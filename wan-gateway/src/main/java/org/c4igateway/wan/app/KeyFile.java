package org.c4igateway.wan.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.c4igateway.wan.frame.KeyRing;

/**
 * A file of pre-shared keys: a line {@code <id> <64 hex digits>} for each, {@code #} begins a comment. The first seals,
 * all of them open, so keys are changed in three steps: add the new one behind everywhere, move it to the front
 * everywhere, take the old one away everywhere. Only its owner, or a group, may read it. Key material never appears in
 * a message.
 */
final class KeyFile {
    private static final Pattern LINE = Pattern.compile("(\\d{1,3})\\s+([0-9a-fA-F]{64})");
    private static final int MAX_LINES = 1_024;

    private KeyFile() {}

    /** @throws org.c4igateway.core.fault.GatewayException.Fatal with file, line and remedy */
    static KeyRing read(Path file) {
        try {
            if (isReadableByAll(file)) {
                throw WanFault.of(
                        "key file " + file + " can be read by all users", "Run 'chmod o-rwx " + file + "'.", null);
            }
            return parse(file, Files.readAllLines(file));
        } catch (IOException e) {
            throw WanFault.of(
                    "cannot read the key file " + file + ": " + e.getMessage(),
                    "Create one with './c4i wan --new-key " + file + "' and give it to both ends; let the user of the"
                            + " service read it.",
                    e);
        }
    }

    private static boolean isReadableByAll(Path file) throws IOException {
        return Files.getFileStore(file).supportsFileAttributeView("posix")
                && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    }

    private static KeyRing parse(Path file, List<String> lines) {
        Map<Integer, byte[]> keys = new TreeMap<>();
        int sealing = 0;
        for (int i = 0; i < Math.min(lines.size(), MAX_LINES); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches() || !isNewId(matcher, keys)) {
                throw WanFault.of(
                        file + ":" + (i + 1) + ": not '<id 1-255> <64 hex digits>', or the id occurs twice",
                        "Correct the line.",
                        null);
            }
            int id = Integer.parseInt(matcher.group(1));
            keys.put(id, HexFormat.of().parseHex(matcher.group(2)));
            sealing = sealing == 0 ? id : sealing;
        }
        if (keys.isEmpty()) {
            throw WanFault.of("key file " + file + " holds no key", "Add a line '<id> <64 hex digits>'.", null);
        }
        return KeyRing.of(sealing, keys);
    }

    private static boolean isNewId(Matcher line, Map<Integer, byte[]> keys) {
        int id = Integer.parseInt(line.group(1));
        return id >= 1 && id <= KeyRing.MAX_ID && !keys.containsKey(id);
    }

    /**
     * Writes a file with one new random key that only its owner may read.
     *
     * @throws IOException when the file exists or cannot be written
     */
    static void create(Path file) throws IOException {
        byte[] key = new byte[KeyRing.KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Set<PosixFilePermission> owner = PosixFilePermissions.fromString("rw-------");
        if (Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(owner));
        } else {
            Files.createFile(file);
        }
        Files.writeString(file, "1 " + HexFormat.of().formatHex(key) + "\n");
    }
}
