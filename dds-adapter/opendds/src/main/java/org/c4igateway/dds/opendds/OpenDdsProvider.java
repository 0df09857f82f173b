package org.c4igateway.dds.opendds;

import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.provider.LocalInterfaces;
import org.c4igateway.dds.api.qos.Qos;

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
    public void check(DomainConfig config) {
        refuseSecurity(config);
        OpenDdsIni.refuseUnsupported(config);
        LocalInterfaces.require(config.network().interfaces());
        try {
            NativeTypes.load();
        } catch (LinkageError e) {
            throw unavailable(e);
        }
    }

    @Override
    public void check(Qos qos, EntityKind entity) {
        OpenDdsQos.check(qos, entity);
    }

    private static void refuseSecurity(DomainConfig config) {
        if (config.security().isPresent()) {
            throw new DdsUnavailableException(
                    "provider 'opendds' has no DDS Security here",
                    "Use provider 'cyclone' in a secured domain, or unset security.directory.");
        }
    }

    @Override
    public DdsParticipant open(DomainConfig config, Qos qos, DdsEventListener events) {
        refuseSecurity(config);
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
