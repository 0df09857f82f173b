package org.c4igateway.wan.journal;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;

/** The file of a journal is damaged, or the disk refuses. */
final class StoreFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    /** @param cause what the store threw; a damaged file makes it throw almost anything */
    StoreFault(Throwable cause) {
        super(cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
        this.code = cause instanceof MVStoreException known ? known.getErrorCode() : DataUtils.ERROR_FILE_CORRUPT;
    }

    /** Another process has the file. */
    boolean isLocked() {
        return code == DataUtils.ERROR_FILE_LOCKED;
    }

    /** The disk refused a write; the file may be intact. */
    boolean isWriting() {
        return code == DataUtils.ERROR_WRITING_FAILED;
    }
}
