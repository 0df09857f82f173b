package org.c4igateway.wan.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.api.UnsupportedSettingException;
import org.c4igateway.dds.transport.DdsTransportFactory;
import org.c4igateway.wan.gateway.LinkSpec;
import org.c4igateway.wan.gateway.WanSpec;
import org.jspecify.annotations.Nullable;

/**
 * Checks what a gateway needs of this machine before it opens anything: native library, network interfaces, directories
 * of journals. Opens no port and connects to nothing. Blocks on the file system.
 */
final class WanCheck {
    private final WanSpec spec;

    WanCheck(WanSpec spec) {
        this.spec = spec;
    }

    /** @throws GatewayException.Fatal that names key, value and remedy */
    void require(Instant now) {
        try {
            new DdsTransportFactory(spec.lan()).check(Set.of(), spec.catalogue(), now);
        } catch (GatewayException.Fatal e) {
            throw WanFault.inItsKeys(e);
        }
        requireLinks();
    }

    /** @throws GatewayException.Fatal that names key, value and remedy of a link that cannot be opened here */
    void requireLinks() {
        DdsProvider provider = provider();
        for (LinkSpec link : spec.links()) {
            requireLink(provider, link);
            link.journal().ifPresent(journal -> requireWritable(link.name(), journal.directory()));
        }
    }

    private DdsProvider provider() {
        try {
            return DdsProvider.named(spec.provider());
        } catch (DdsUnavailableException e) {
            throw WanFault.of("c4i.wan.provider: " + e.getMessage(), e.remedy(), e);
        }
    }

    private static void requireLink(DdsProvider provider, LinkSpec link) {
        String key = WanProperties.PREFIX + ".links." + link.name();
        try {
            provider.check(link.domain());
        } catch (DdsUnavailableException e) {
            throw new GatewayException.Fatal(ErrorCode.NATIVE_LIBRARY, String.valueOf(e.getMessage()), e.remedy(), e);
        } catch (UnsupportedSettingException e) {
            String problem = String.valueOf(e.getMessage()).replaceFirst("^network\\.", "");
            throw WanFault.of(key + "." + problem, e.remedy(), e);
        } catch (DdsException | IllegalArgumentException e) {
            throw WanFault.of(key + ": " + e.getMessage(), "Correct the link.", e);
        }
    }

    /** A directory that is not there yet is made in the nearest one that is. */
    private static void requireWritable(String link, Path directory) {
        @Nullable Path nearest = directory.toAbsolutePath();
        while (nearest != null && !Files.exists(nearest)) {
            nearest = nearest.getParent();
        }
        WanFault.require(
                nearest != null && Files.isDirectory(nearest) && Files.isWritable(nearest),
                "links." + link + ".journal.directory",
                directory,
                "a directory that this gateway may make or write");
    }
}
