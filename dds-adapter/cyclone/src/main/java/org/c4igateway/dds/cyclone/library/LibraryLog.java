package org.c4igateway.dds.cyclone.library;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Takes what the library logs as warnings and errors, on its threads: to our log, and to the participants with DDS
 * Security when it is about that. A message that {@link LibraryLines} does not admit is only for debugging. The library
 * has one log per process, and this class takes it over with the first such participant. Nothing escapes an upcall,
 * which would end the process.
 */
@SuppressWarnings("restricted")
public final class LibraryLog {
    /** {@code dds_log_data_t}. */
    private static final StructLayout DATA = MemoryLayout.structLayout(
            JAVA_INT.withName("priority"),
            JAVA_INT.withName("domain"),
            ADDRESS.withName("file"),
            JAVA_INT.withName("line"),
            MemoryLayout.paddingLayout(4),
            ADDRESS.withName("function"),
            ADDRESS.withName("message"),
            JAVA_LONG.withName("size"),
            JAVA_LONG.withName("header"));

    private static final Logger LOG = LoggerFactory.getLogger("org.c4igateway.dds.cyclone.library");
    private static final long MESSAGE = DATA.byteOffset(PathElement.groupElement("message"));
    private static final long SIZE = DATA.byteOffset(PathElement.groupElement("size"));
    private static final int ERRORS = 1 | 2;
    private static final int MAX_CHARS = 1_000;
    private static final List<String> OF_SECURITY = List.of(
            "authenticat", "not allow", "security", "permission", "certificate", "handshake", "crypto", "identity");
    private static final LibraryLines LINES = new LibraryLines(System::nanoTime);
    private static final List<DdsEventListener> LISTENERS = new CopyOnWriteArrayList<>();

    private static boolean installed;

    private LibraryLog() {}

    /**
     * Tells the listener of refusals from now on.
     *
     * @throws org.c4igateway.dds.api.DdsException when the library hides its log
     */
    public static synchronized void addListener(DdsEventListener listener) {
        if (!installed) {
            install();
            installed = true;
        }
        LISTENERS.add(listener);
    }

    private static void install() {
        try {
            MethodHandle target = MethodHandles.lookup()
                    .findStatic(
                            LibraryLog.class,
                            "write",
                            MethodType.methodType(void.class, MemorySegment.class, MemorySegment.class));
            MemorySegment stub = Linker.nativeLinker()
                    .upcallStub(target, FunctionDescriptor.ofVoid(ADDRESS, ADDRESS), Arena.global());
            Ddsc.callVoid(Ddsc.bindVoid("dds_set_log_sink", ADDRESS, ADDRESS), stub, MemorySegment.NULL);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("wrong binding of the library's log", e);
        }
    }

    public static void removeListener(DdsEventListener listener) {
        LISTENERS.remove(listener);
    }

    @SuppressWarnings("unused") // called by the library
    private static void write(MemorySegment unused, MemorySegment address) {
        guarded(() -> {
            MemorySegment data = Ddsc.MEMORY.asSlice(address.address(), DATA.byteSize());
            long size = Math.min(data.get(JAVA_LONG, SIZE), MAX_CHARS);
            byte[] text = new byte[(int) size];
            MemorySegment.copy(
                    Ddsc.MEMORY, JAVA_BYTE, data.get(ADDRESS, MESSAGE).address(), text, 0, text.length);
            take(data.get(JAVA_INT, 0), new String(text, StandardCharsets.UTF_8).strip());
        });
    }

    /** Nothing gets back to the library but an error of our own log, with which the process ends and says why. */
    static void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            LOG.error("a message of the library could not be logged", e);
        }
    }

    static void take(int priority, String message) {
        LOG.atLevel(!LINES.admit(message) ? Level.DEBUG : (priority & ERRORS) != 0 ? Level.ERROR : Level.WARN)
                .log("{}", message);
        if (OF_SECURITY.stream().anyMatch(message::contains)) {
            DdsEvent event = new DdsEvent.SecurityRefused("", message);
            LISTENERS.forEach(listener -> listener.onEvent(event));
        }
    }
}
