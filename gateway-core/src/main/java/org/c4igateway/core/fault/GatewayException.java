package org.c4igateway.core.fault;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A fault of the gateway. The type alone decides the reaction, never the text: the caller tries again after
 * {@link Transient}, with back-off, and stops after any other fault.
 */
public abstract sealed class GatewayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode errorCode;

    private GatewayException(ErrorCode errorCode, String detail, @Nullable Throwable cause) {
        super(errorCode.code() + ": " + Objects.requireNonNull(detail), cause);
        this.errorCode = errorCode;
    }

    /**
     * @param what failed, as a sentence that the cause completes
     * @return the cause when it is a fault of the gateway; else a defect
     */
    public static GatewayException of(Throwable cause, String what) {
        return cause instanceof GatewayException fault
                ? fault
                : new Fatal(ErrorCode.DEFECT, what + ": " + cause, "Report the stack trace.", cause);
    }

    /** @return the stable code */
    public ErrorCode errorCode() {
        return errorCode;
    }

    /** A passing fault, such as a database that restarts. */
    public static final class Transient extends GatewayException {
        private static final long serialVersionUID = 1L;

        public Transient(ErrorCode errorCode, String detail, @Nullable Throwable cause) {
            super(errorCode, detail, cause);
        }
    }

    /** A fault that remains when the call is repeated, such as a lost lease or a missing native library. */
    public static final class Fatal extends GatewayException {
        private static final long serialVersionUID = 1L;

        private final String remedy;
        private final @Nullable String key;

        /** @param remedy what the operator should do, as one imperative sentence */
        public Fatal(ErrorCode errorCode, String detail, String remedy, @Nullable Throwable cause) {
            this(errorCode, detail, remedy, null, cause);
        }

        private Fatal(
                ErrorCode errorCode, String detail, String remedy, @Nullable String key, @Nullable Throwable cause) {
            super(errorCode, detail, cause);
            this.remedy = Objects.requireNonNull(remedy);
            this.key = key;
        }

        /** @return the same fault for this configuration key; the code that shows the fault adds the key's place */
        public Fatal about(String configurationKey) {
            String detail =
                    String.valueOf(getMessage()).substring(errorCode().code().length() + ": ".length());
            return new Fatal(errorCode(), detail, remedy, configurationKey, getCause());
        }

        /** @return the key of the configuration that is wrong */
        public Optional<String> key() {
            return Optional.ofNullable(key);
        }

        /** @return what the operator should do */
        public String remedy() {
            return remedy;
        }
    }
}
