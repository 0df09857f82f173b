package org.c4igateway.lab.relay;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * A TAP device of Linux: frames that the kernel sends to it are read, frames that are written come in from it. The
 * device lives as long as this process. One thread may read while another writes.
 *
 * <pre>
 * struct ifreq (40 bytes): char ifr_name[16]; short ifr_flags; ...
 * </pre>
 */
@SuppressWarnings("restricted") // native calls are what it is for
final class TapDevice {
    private static final int O_RDWR = 2;
    private static final long TUNSETIFF = 0x400454caL;
    private static final short IFF_TAP_NO_PI = 0x1002;
    private static final int IFREQ_BYTES = 40;
    private static final int FLAGS_OFFSET = 16;
    private static final int LONGEST_NAME = 15;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle READ = call("read", ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT);
    private static final MethodHandle WRITE = call("write", ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT);

    private final int descriptor;

    private TapDevice(int descriptor) {
        this.descriptor = descriptor;
    }

    /** Creates the device in the network namespace of this thread. */
    static TapDevice open(String name) throws IOException {
        if (name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("longer than 15 characters: " + name);
        }
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle open = LINKER.downcallHandle(
                    LINKER.defaultLookup().find("open").orElseThrow(),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                    Linker.Option.firstVariadicArg(2));
            MethodHandle ioctl = LINKER.downcallHandle(
                    LINKER.defaultLookup().find("ioctl").orElseThrow(),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS),
                    Linker.Option.firstVariadicArg(2));
            int descriptor = (int) open.invokeExact(arena.allocateFrom("/dev/net/tun"), O_RDWR);
            MemorySegment request = arena.allocate(IFREQ_BYTES);
            request.setString(0, name);
            request.set(ValueLayout.JAVA_SHORT, FLAGS_OFFSET, IFF_TAP_NO_PI);
            if (descriptor < 0 || (int) ioctl.invokeExact(descriptor, TUNSETIFF, request) < 0) {
                throw new IOException("no TAP device " + name + ": /dev/net/tun is missing or refused");
            }
            return new TapDevice(descriptor);
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException(e);
        }
    }

    /** Blocks for the next frame; returns its length, 0 or less when the device is gone. */
    int read(MemorySegment buffer) throws IOException {
        return transfer(READ, buffer, buffer.byteSize());
    }

    /** Hands a frame to the kernel; one that it refuses, because the device is down, is lost. */
    void write(MemorySegment frame, int bytes) throws IOException {
        transfer(WRITE, frame, bytes);
    }

    private int transfer(MethodHandle call, MemorySegment buffer, long bytes) throws IOException {
        try {
            return (int) (long) call.invokeExact(descriptor, buffer, bytes);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException(e);
        }
    }

    private static MethodHandle call(String name, ValueLayout.OfLong result, ValueLayout.OfInt descriptor) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().find(name).orElseThrow(),
                FunctionDescriptor.of(result, descriptor, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
    }
}
