package org.c4igateway.dds.cyclone.library;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import org.c4igateway.dds.api.DdsException;

/**
 * The library and the functions of the data path. Pointers travel as {@code long}, which spares an object per call.
 * Functions that are short, never block and never call back are bound as critical.
 */
@SuppressWarnings("restricted")
public final class Ddsc {
    /** All of memory; addresses come from the library and are used within the bounds that it states. */
    public static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    public static final int OK = 0;
    public static final int PRECONDITION_NOT_MET = -4;
    public static final int ALREADY_DELETED = -9;
    public static final int TIMEOUT = -10;
    static final int NOT_ALLOWED_BY_SECURITY = -13;
    public static final long INFINITE_NANOS = Long.MAX_VALUE;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option SHORT = Linker.Option.critical(false);
    private static final SymbolLookup LIBRARY = open();

    private static final MethodHandle SERDATA_FROM_IOV =
            bind("ddsi_serdata_from_ser_iov", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle SERDATA_SIZE = bindShort("ddsi_serdata_size", JAVA_INT, JAVA_LONG);
    private static final MethodHandle SERDATA_TO_REF =
            bindShort("ddsi_serdata_to_ser_ref", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle SERDATA_REF_UNREF = LINKER.downcallHandle(
            symbol("ddsi_serdata_to_ser_unref"), FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG), SHORT);
    private static final MethodHandle SERDATA_UNREF =
            LINKER.downcallHandle(symbol("ddsi_serdata_unref"), FunctionDescriptor.ofVoid(JAVA_LONG), SHORT);
    private static final MethodHandle WRITE_CDR = bind("dds_writecdr", JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle FORWARD_CDR = bind("dds_forwardcdr", JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle WRITE_FLUSH = bind("dds_write_flush", JAVA_INT, JAVA_INT);
    private static final MethodHandle TAKE_CDR =
            bind("dds_takecdr", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);
    private static final MethodHandle WAITSET_WAIT =
            bind("dds_waitset_wait", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle STATUS_CHANGES = bind("dds_get_status_changes", JAVA_INT, JAVA_INT, JAVA_LONG);

    private Ddsc() {}

    /**
     * Loads the library on the first call.
     *
     * @throws ExceptionInInitializerError around a {@link org.c4igateway.dds.api.DdsUnavailableException}
     */
    public static void load() {
        // Reaching this line means that the static initializer has run.
    }

    private static SymbolLookup open() {
        Path file = new LibraryFile(System.getenv(), System.getProperties()).resolve();
        LibraryCheck.verify(file, LibraryFile.requiredVersion(), LibraryCheck.SYMBOLS);
        return SymbolLookup.libraryLookup(file, Arena.global());
    }

    static MemorySegment symbol(String name) {
        return LIBRARY.find(name).orElseThrow(() -> new DdsException("the native library lacks " + name));
    }

    public static MethodHandle bind(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(symbol(name), FunctionDescriptor.of(result, arguments));
    }

    public static MethodHandle bindVoid(String name, MemoryLayout... arguments) {
        return LINKER.downcallHandle(symbol(name), FunctionDescriptor.ofVoid(arguments));
    }

    private static MethodHandle bindShort(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(symbol(name), FunctionDescriptor.of(result, arguments), SHORT);
    }

    /** @return a new reference to a sample made of CDR, or 0 when the library finds the CDR invalid */
    public static long serdataFromIov(long sertype, int kind, MemorySegment iov, long bytes) {
        try {
            return (long) SERDATA_FROM_IOV.invokeExact(sertype, kind, 1L, iov.address(), bytes);
        } catch (Throwable t) {
            throw bug(t);
        }
    }

    public static long serdataSize(long serdata) {
        try {
            return Integer.toUnsignedLong((int) SERDATA_SIZE.invokeExact(serdata));
        } catch (Throwable t) {
            throw bug(t);
        }
    }

    /** Fills {@code iov} with the place of the serialized sample. @return the reference to give back */
    public static long serdataToRef(long serdata, long bytes, MemorySegment iov) {
        try {
            return (long) SERDATA_TO_REF.invokeExact(serdata, 0L, bytes, iov.address());
        } catch (Throwable t) {
            throw bug(t);
        }
    }

    public static void serdataRefUnref(long reference, MemorySegment iov) {
        try {
            SERDATA_REF_UNREF.invokeExact(reference, iov.address());
        } catch (Throwable t) {
            throw bug(t);
        }
    }

    public static void serdataUnref(long serdata) {
        try {
            SERDATA_UNREF.invokeExact(serdata);
        } catch (Throwable t) {
            throw bug(t);
        }
    }

    /** Writes a sample and consumes the reference, also when it fails. Blocks for at most the max blocking time. */
    public static int writeCdr(int writer, long serdata) {
        try {
            return (int) WRITE_CDR.invokeExact(writer, serdata);
        } catch (Throwable t) {
            throw bug(t);
        }
    }

    /** Like {@link #writeCdr}, with the time of writing that the sample carries. */
    public static int forwardCdr(int writer, long serdata) {
        try {
            return (int) FORWARD_CDR.invokeExact(writer, serdata);
        } catch (Throwable t) {
            throw bug(t);
        }
    }

    public static int writeFlush(int writer) {
        try {
            return (int) WRITE_FLUSH.invokeExact(writer);
        } catch (Throwable t) {
            throw bug(t);
        }
    }

    /** @return number of samples taken into {@code serdatas} and {@code infos}, or an error */
    public static int takeCdr(int reader, MemorySegment serdatas, int max, MemorySegment infos) {
        try {
            return (int) TAKE_CDR.invokeExact(reader, serdatas.address(), max, infos.address(), 0);
        } catch (Throwable t) {
            throw bug(t);
        }
    }

    /** @return number of triggered entities, whose cookies are in {@code cookies} as far as they fit, or an error */
    public static int waitsetWait(int waitset, MemorySegment cookies, long capacity, long timeoutNanos) {
        try {
            return (int) WAITSET_WAIT.invokeExact(waitset, cookies.address(), capacity, timeoutNanos);
        } catch (Throwable t) {
            throw bug(t);
        }
    }

    public static int statusChanges(int entity, MemorySegment mask) {
        try {
            return (int) STATUS_CHANGES.invokeExact(entity, mask.address());
        } catch (Throwable t) {
            throw bug(t);
        }
    }

    /** Calls a function off the data path; slower and shorter to write. */
    public static int call(MethodHandle function, Object... arguments) {
        return (int) invoke(function, arguments);
    }

    public static Object invoke(MethodHandle function, Object... arguments) {
        try {
            return function.invokeWithArguments(arguments);
        } catch (Throwable t) {
            throw bug(t);
        }
    }

    public static void callVoid(MethodHandle function, Object... arguments) {
        try {
            function.invokeWithArguments(arguments);
        } catch (Throwable t) {
            throw bug(t);
        }
    }

    private static IllegalStateException bug(Throwable t) {
        return new IllegalStateException("wrong binding of a native function", t);
    }
}
