package org.c4igateway.wan.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * A file system on the disk whose files do not grow any more while it is full. An fsync can be made to fail: what was
 * written since the one before is gone then, as where a kernel gives up pages that it cannot write.
 */
public final class FullDisk extends FilePathWrapper {
    static final String SCHEME = "fulldisk:";

    private static final AtomicBoolean FULL = new AtomicBoolean();
    private static final AtomicBoolean UNREADABLE = new AtomicBoolean();
    private static final AtomicBoolean NO_DESCRIPTORS = new AtomicBoolean();
    private static final AtomicBoolean NEXT_FSYNC_FAILS = new AtomicBoolean();
    private static final AtomicReference<Runnable> BEFORE_READ = new AtomicReference<>(() -> {});

    /** The store makes one for each path. */
    public FullDisk() {}

    static void register() {
        FilePath.register(new FullDisk());
    }

    static void full(boolean full) {
        FULL.set(full);
    }

    /** Whether each read of an open file fails. */
    static void unreadable(boolean unreadable) {
        UNREADABLE.set(unreadable);
    }

    /** Whether no file can be opened. */
    static void withoutDescriptors(boolean without) {
        NO_DESCRIPTORS.set(without);
    }

    /** Runs before each read, on the thread that reads. */
    static void beforeRead(Runnable step) {
        BEFORE_READ.set(step);
    }

    /** A disk that fails nothing. */
    static void heal() {
        full(false);
        unreadable(false);
        withoutDescriptors(false);
        beforeRead(() -> {});
    }

    static void failNextFsync() {
        NEXT_FSYNC_FAILS.set(true);
    }

    @Override
    public String getScheme() {
        return "fulldisk";
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        if (NO_DESCRIPTORS.get()) {
            throw new IOException("Too many open files");
        }
        return new Limited(super.open(mode));
    }

    private static final class Limited extends FileBaseDefault {
        private final FileChannel channel;
        private ByteBuffer onDisk;

        Limited(FileChannel channel) throws IOException {
            this.channel = channel;
            this.onDisk = content();
        }

        private ByteBuffer content() throws IOException {
            ByteBuffer all = ByteBuffer.allocate((int) channel.size());
            while (all.hasRemaining() && channel.read(all, all.position()) > 0) {}
            return all.flip();
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public synchronized int read(ByteBuffer target, long position) throws IOException {
            BEFORE_READ.get().run();
            if (UNREADABLE.get()) {
                throw new IOException("Input/output error");
            }
            return channel.read(target, position);
        }

        @Override
        public synchronized int write(ByteBuffer source, long position) throws IOException {
            if (FULL.get()) {
                throw new IOException("No space left on device");
            }
            return channel.write(source, position);
        }

        @Override
        protected void implTruncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public synchronized void force(boolean metaData) throws IOException {
            if (NEXT_FSYNC_FAILS.getAndSet(false)) {
                channel.truncate(onDisk.limit());
                channel.write(onDisk.rewind(), 0);
                throw new IOException("Input/output error");
            }
            channel.force(metaData);
            onDisk = content();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return channel.tryLock(position, size, shared);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            channel.close();
        }
    }
}
