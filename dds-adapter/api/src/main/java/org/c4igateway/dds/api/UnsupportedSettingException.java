package org.c4igateway.dds.api;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The provider or this machine lacks what a setting of the domain asks for. */
public final class UnsupportedSettingException extends DdsException {
    private static final long serialVersionUID = 1L;

    private final String key;
    private final String remedy;

    /**
     * @param key the setting, as the configuration of a domain names it, for example {@code network.repository}
     * @param problem its value and what is missing
     * @param remedy what the operator should do, as imperative sentences
     */
    public UnsupportedSettingException(String key, String problem, String remedy) {
        this(key, problem, remedy, null);
    }

    /** @param cause what the operating system said when the machine lacks it, perhaps not for long */
    public UnsupportedSettingException(String key, String problem, String remedy, @Nullable IOException cause) {
        super(key + ": " + problem, cause);
        this.key = key;
        this.remedy = Objects.requireNonNull(remedy);
    }

    /** @return the setting, below the prefix of the domain's configuration */
    public String key() {
        return key;
    }

    /** @return what the operator should do, as imperative sentences */
    public String remedy() {
        return remedy;
    }
}
