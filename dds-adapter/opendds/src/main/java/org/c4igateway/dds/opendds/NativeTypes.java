package org.c4igateway.dds.opendds;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.jspecify.annotations.Nullable;

/** The native part that the build made of the IDL, with what OpenDDS lacks in Java. */
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

    /**
     * @param type scoped name in the IDL
     * @return name under which the participant has it now; null when it was refused
     */
    static native @Nullable String registerType(DDS.DomainParticipant participant, String type);

    /** @return address of the native part of a writer, until {@link #closeWriter}; 0 when it is none of that type */
    static native long openWriter(DDS.DataWriter writer, String type);

    /** @return address of the native part of a reader, until {@link #closeReader}; 0 when it is none of that type */
    static native long openReader(DDS.DataReader reader, String type);

    static native void closeWriter(long writer);

    static native void closeReader(long reader);

    /**
     * Writes a sample, or ends its instance. One thread at a time for each writer.
     *
     * @param operation 0 write, 1 write with that time of writing, 2 dispose, 3 unregister
     * @param sample XCDR version 1, little-endian, with its header
     * @param length bytes of it
     * @return code of OpenDDS
     */
    static native int apply(long writer, int operation, byte[] sample, int length, int seconds, int nanos);

    /**
     * Takes samples. One thread at a time for each reader.
     *
     * @param samples takes as many as fit, XCDR version 1, little-endian, with its header; of one without data only the
     *     key members are meaningful
     * @param infos takes four numbers for each: handle of the instance, handle of the publication, time of writing in
     *     nanoseconds, and the bits of the instance state, with bit 32 when there is data
     * @return how many, or a code of OpenDDS, negative
     */
    static native int take(long reader, byte[][] samples, long[] infos);

    /** @return release of OpenDDS that the native part was built with */
    static native String release();
}
