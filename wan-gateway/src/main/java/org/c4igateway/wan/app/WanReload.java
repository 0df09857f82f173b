package org.c4igateway.wan.app;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.wan.app.WanProperties.LinkProperties;
import org.c4igateway.wan.gateway.LinkSpec;
import org.c4igateway.wan.gateway.WanSpec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a changed file into use while the gateway runs. A file counts as changed when it, or a key file, differs from
 * what was read last; it is read when two looks in a row have found the same, since a program may still be writing it.
 *
 * <p>A wrong file changes nothing. It is logged once, shown as an alarm, and read again at each look, because a right
 * or another file may be what is missing. A link that cannot be opened, because its port is taken or its interface is
 * missing, is logged once, shown as an alarm, and tried at each look. {@link #alarms} may be called by any thread, the
 * rest by one at a time.
 */
final class WanReload {
    private static final Logger LOG = LoggerFactory.getLogger(WanReload.class);

    private static final String NOT_USED =
            ErrorCode.CONFIGURATION_REFUSED.code() + " The changed configuration is not used: ";
    private static final String NOT_OPEN =
            ErrorCode.CONFIGURATION_REFUSED.code() + " A link cannot be opened. The gateway tries again each second: ";

    private final WanFile file;
    private @Nullable WanProperties inUse;
    private @Nullable Wanted wanted;
    /** What was read last. */
    private @Nullable Seen read;
    /** What the look before found. */
    private @Nullable Seen before;
    /** Why the last file is not used; empty when it is. */
    private volatile String refusal = "";
    /** Which links cannot be opened, and why; empty for none. */
    private volatile String complaint = "";

    /** Sums of the file and of its key files. */
    private record Seen(long file, long keys) {}

    /** Configuration that the links do not use yet. */
    private record Wanted(WanProperties properties, WanSpec spec) {}

    WanReload(WanFile file, MeterRegistry meters) {
        this.file = file;
        var _ = Gauge.builder(
                        MeterNames.CONFIGURATION_REFUSED,
                        this,
                        all -> all.alarms().isEmpty() ? 0 : 1)
                .strongReference(true)
                .register(meters);
    }

    /**
     * Reads the file for a start.
     *
     * @throws GatewayException.Fatal when it is wrong
     */
    WanSpec first() {
        Wanted first = readFile();
        inUse = first.properties();
        return first.spec();
    }

    /** @return what the gateway uses; after {@link #first} */
    WanProperties inUse() {
        return Objects.requireNonNull(inUse);
    }

    /** @return why the present files are not in use, with the code */
    List<String> alarms() {
        return Stream.of(refusal.isEmpty() ? "" : NOT_USED + refusal, complaint.isEmpty() ? "" : NOT_OPEN + complaint)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /** @param links brings the links up to date; throws naming those that cannot be opened */
    void look(Consumer<List<LinkSpec>> links) {
        readChange();
        if (wanted != null) {
            apply(wanted, links);
        }
    }

    private void readChange() {
        try {
            Seen now = seen(wanted == null ? inUse() : wanted.properties());
            boolean settled = now.equals(before);
            before = now;
            if (settled && !(now.equals(read) && refusal.isEmpty())) {
                Wanted next = readFile();
                new WanCheck(next.spec()).requireLinks();
                wanted = next;
                complaint = "";
                refusal = "";
            }
        } catch (GatewayException e) {
            refused(String.valueOf(e.getMessage()), null);
        } catch (RuntimeException e) {
            refused(e.toString(), e);
        }
    }

    private void refused(String why, @Nullable RuntimeException defect) {
        if (!why.equals(refusal)) {
            LOG.error("{}{}", NOT_USED, why, defect);
        }
        refusal = why;
    }

    private Wanted readFile() {
        long sum = sum(List.of(file.path()));
        WanProperties found = file.read();
        read = new Seen(sum, sum(keyFiles(found)));
        return new Wanted(found, WanFile.spec(found));
    }

    private void apply(Wanted next, Consumer<List<LinkSpec>> links) {
        try {
            links.accept(next.spec().links());
        } catch (RuntimeException e) {
            String why = String.valueOf(e.getMessage());
            if (!why.equals(complaint)) {
                LOG.error("{}{}", NOT_OPEN, why);
            }
            LOG.debug("A link cannot be opened", e);
            complaint = why;
            return;
        }
        WanProperties old = inUse();
        inUse = next.properties();
        wanted = null;
        complaint = "";
        tellDifference(old, next.properties());
    }

    private static void tellDifference(WanProperties old, WanProperties read) {
        if (!isSameSite(old, read)) {
            LOG.warn(
                    "Site, domain, provider, catalogue, marks, max-lan and traces are read at the start only; restart the"
                            + " gateway to change them");
        }
        List<String> differences = WanDifference.lines(old, read);
        LOG.info("Configuration reloaded{}", differences.isEmpty() ? ": keys only" : ":");
        differences.forEach(line -> LOG.info("  {}", line));
    }

    private static boolean isSameSite(WanProperties a, WanProperties b) {
        return Objects.equals(a.site(), b.site())
                && a.lan().equals(b.lan())
                && Objects.equals(a.catalogue(), b.catalogue())
                && a.maxLan().equals(b.maxLan())
                && a.provider().equals(b.provider())
                && a.dscp().equals(b.dscp())
                && a.traces().equals(b.traces());
    }

    private static List<Path> keyFiles(WanProperties of) {
        return of.links().values().stream()
                .map(LinkProperties::keys)
                .filter(Objects::nonNull)
                .toList();
    }

    private Seen seen(WanProperties of) {
        return new Seen(sum(List.of(file.path())), sum(keyFiles(of)));
    }

    /** Changes with the contents of the files; one that is missing counts as such. */
    private static long sum(List<Path> paths) {
        CRC32C sum = new CRC32C();
        for (Path path : paths) {
            try {
                sum.update(Files.exists(path) ? Files.readAllBytes(path) : new byte[] {0});
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return sum.getValue();
    }
}
