package org.c4igateway.dds.cyclone.library;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.c4igateway.dds.api.DdsUnavailableException;

/**
 * Refuses a library that the binding is not made for, before any function of it is called: struct layouts and constants
 * belong to one version. Cyclone DDS has no function that tells its version, but it announces it in discovery and so
 * carries it as text.
 */
@SuppressWarnings("restricted")
public final class LibraryCheck {
    /** Functions that the binding cannot work without. */
    public static final List<String> SYMBOLS = List.of(
            "dds_writecdr", "dds_forwardcdr", "dds_takecdr", "ddsi_serdata_from_ser_iov", "dds_dynamic_type_create");

    private LibraryCheck() {}

    /** @throws DdsUnavailableException with the remedy when the library is another version or no Cyclone DDS at all */
    public static void verify(Path file, String requiredVersion, List<String> symbols) {
        String remedy =
                "Unset " + LibraryFile.OVERRIDE + ", or set it to the library of Cyclone DDS " + requiredVersion + ".";
        if (!carriesText(file, requiredVersion)) {
            throw new DdsUnavailableException(file + " is not Cyclone DDS " + requiredVersion, remedy);
        }
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup lookup = SymbolLookup.libraryLookup(file, arena);
            for (String symbol : symbols) {
                if (lookup.find(symbol).isEmpty()) {
                    throw new DdsUnavailableException(file + " lacks the function " + symbol, remedy);
                }
            }
        } catch (IllegalArgumentException e) {
            throw new DdsUnavailableException(file + " cannot be loaded: " + e.getMessage(), remedy, e);
        }
    }

    private static boolean carriesText(Path file, String text) {
        try {
            byte[] content = Files.readAllBytes(file);
            byte[] wanted = ("\0" + text + "\0").getBytes(StandardCharsets.US_ASCII);
            for (int at = 0; at + wanted.length <= content.length; at++) {
                if (content[at + 1] == wanted[1] && matches(content, at, wanted)) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new DdsUnavailableException(file + " cannot be read", "Make it readable.", e);
        }
    }

    private static boolean matches(byte[] content, int at, byte[] wanted) {
        for (int i = 0; i < wanted.length; i++) {
            if (content[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
