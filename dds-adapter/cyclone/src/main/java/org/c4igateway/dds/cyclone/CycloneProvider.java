package org.c4igateway.dds.cyclone;

import java.nio.file.Path;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.UnsupportedSettingException;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.provider.LocalInterfaces;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.cyclone.library.Ddsc;
import org.c4igateway.dds.cyclone.library.LibraryCheck;
import org.c4igateway.dds.cyclone.library.LibraryFile;
import org.c4igateway.dds.cyclone.library.LibraryFlavour;

/** Eclipse Cyclone DDS through {@code java.lang.foreign}; the native library comes with this jar. */
public final class CycloneProvider implements DdsProvider {
    static final String NAME = "cyclone";

    /** For {@link java.util.ServiceLoader}. */
    public CycloneProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    /**
     * Loads the library, so that a process that stands by has it when it takes over. Only looks into it where the
     * process has the other build already.
     */
    @Override
    public void check(DomainConfig config) {
        config.network().repository().ifPresent(CycloneProvider::refuseRepository);
        LocalInterfaces.require(config.network().interfaces());
        if (config.security().isPresent()) {
            checkSecure();
        } else {
            LibraryFlavour.choose(false);
            load();
        }
        var _ = CycloneXml.of(config);
    }

    private static void checkSecure() {
        Path library = new LibraryFile(System.getenv(), System.getProperties()).resolve(LibraryFlavour.SECURE);
        SecurityXml.requirePlugins(library);
        if (LibraryFlavour.canBeSecure()) {
            LibraryFlavour.choose(true);
            load();
        } else {
            LibraryCheck.verify(library, LibraryFile.requiredVersion(LibraryFlavour.SECURE), LibraryCheck.SYMBOLS);
        }
    }

    @Override
    public void check(Qos qos, EntityKind entity) {
        CycloneQos.check(qos, entity);
    }

    @Override
    public DdsParticipant open(DomainConfig config, Qos qos, DdsEventListener events) {
        config.network().repository().ifPresent(CycloneProvider::refuseRepository);
        LibraryFlavour.choose(config.security().isPresent());
        load();
        return CycloneParticipant.open(config, qos, events);
    }

    private static void refuseRepository(String address) {
        throw new UnsupportedSettingException(
                "network.repository",
                "'" + address + "' asks for discovery through a repository; provider '" + NAME
                        + "' has discovery by RTPS only",
                "Unset network.repository, or set provider to 'opendds'.");
    }

    private static void load() {
        try {
            Ddsc.load();
        } catch (ExceptionInInitializerError e) {
            if (e.getCause() instanceof DdsUnavailableException unavailable) {
                throw unavailable;
            }
            throw e;
        } catch (NoClassDefFoundError e) {
            throw new DdsUnavailableException(
                    "the native library of Cyclone DDS could not be loaded earlier in this process: " + e.getCause(),
                    "Follow the remedy of the first failure and start the process again.",
                    e);
        }
    }
}
