package org.c4igateway.dds.opendds;

import org.c4igateway.dds.api.DdsEventListener;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.Qos;

/** OpenDDS through its Java bindings; its native libraries are found by the library path of the process. */
public final class OpenDdsProvider implements DdsProvider {
    static final String NAME = "opendds";

    /** For {@link java.util.ServiceLoader}. */
    public OpenDdsProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public DdsParticipant open(DomainConfig config, Qos qos, DdsEventListener events) {
        if (config.security().isPresent()) {
            throw new DdsUnavailableException(
                    "provider 'opendds' has no DDS Security here",
                    "Use provider 'cyclone' in a secured domain, or unset security.directory.");
        }
        try {
            return OpenDdsParticipant.open(config, qos, events);
        } catch (LinkageError e) {
            throw unavailable(e);
        }
    }

    /** An error while a class is initialised has no message of its own: the reason is the innermost cause. */
    static DdsUnavailableException unavailable(LinkageError error) {
        Throwable reason = error;
        for (Throwable inner = error; inner != null; inner = inner.getCause()) {
            reason = inner;
        }
        return reason instanceof DdsUnavailableException unavailable
                ? unavailable
                : new DdsUnavailableException(
                        "the native libraries of OpenDDS cannot be loaded: " + reason,
                        "Source setenv.sh of the OpenDDS installation before the start, the one that this build was made with.",
                        error);
    }
}
