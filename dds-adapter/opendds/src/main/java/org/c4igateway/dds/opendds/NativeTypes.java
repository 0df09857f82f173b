package org.c4igateway.dds.opendds;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.c4igateway.dds.api.DdsUnavailableException;

/**
 * The native part that the build made of the IDL, with what OpenDDS lacks in Java. The generated classes load it
 * through {@link #load}.
 */
@SuppressWarnings("restricted")
public final class NativeTypes {
    private static final String RESOURCE = "/native/opendds/libkmtf_opendds.so";
    private static final boolean LOADED = extractAndLoad();

    private NativeTypes() {}

    /** Loads the library with the first call. */
    public static void load() {
        if (!LOADED) {
            throw new IllegalStateException("the native part is not loaded");
        }
    }

    private static boolean extractAndLoad() {
        try (InputStream in = NativeTypes.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new DdsUnavailableException(
                        "this build carries no native part for OpenDDS", "Build it with DDS_ROOT set.");
            }
            Path file = Files.createTempFile("c4i-opendds-", ".so");
            try {
                Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
                System.load(file.toString());
                return true;
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new DdsUnavailableException(
                    "the native part for OpenDDS cannot be extracted",
                    "Make the directory for temporary files writable.",
                    e);
        }
    }

    /**
     * Adds sections to the configuration of OpenDDS, which from Java can be given only once and only as a file.
     *
     * @return whether OpenDDS accepts it
     */
    static boolean configure(String ini) throws IOException {
        Path file = Files.createTempFile("c4i-opendds-", ".ini");
        try {
            Files.writeString(file, ini, StandardCharsets.UTF_8);
            return configureFrom(file.toString());
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static native boolean configureFrom(String file);

    /**
     * Waits for conditions of a waitset.
     *
     * @param patient whether to wait without limit; otherwise returns at once
     * @param handles takes the instance handles of entities whose status condition has triggered, as many as fit
     * @return number of handles, or a return code, negative
     */
    static native int await(DDS.WaitSet waitset, boolean patient, int[] handles);

    /**
     * Turns the key of a sample of a built-in topic into a GUID, where the release does not put the GUID into the key.
     *
     * @param participant the participant that has read the sample
     * @param topic name of the built-in topic
     * @param key the key's numbers
     * @return 16 bytes
     */
    static native byte[] guidOfKey(DDS.DomainParticipant participant, String topic, int[] key);

    /**
     * @param handle instance handle of the participant, of an own endpoint or of one that is matched with such
     * @return 16 bytes
     */
    static native byte[] guidOfHandle(DDS.DomainParticipant participant, int handle);

    /** @return whether the release lets the lease be set; else it is ten times the period between announcements */
    static native boolean hasLeaseDuration();

    /** @return whether the release describes types to others, and can be told not to */
    static native boolean hasXTypes();

    /**
     * Gives a publisher's writers XCDR version 1 as default, as the IDL promises; releases that know version 2 prefer
     * that.
     *
     * @return code of OpenDDS
     */
    static native int writeXcdr1(DDS.Publisher publisher);

    /** @return release of OpenDDS that the native part was built with */
    static native String release();
}
