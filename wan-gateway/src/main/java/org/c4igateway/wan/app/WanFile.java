package org.c4igateway.wan.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.c4igateway.app.FrameworkKeys;
import org.c4igateway.app.PropertyNames;
import org.c4igateway.app.YamlFault;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.transport.BitRate;
import org.c4igateway.topics.CatalogueException;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.wan.app.WanProperties.JournalProperties;
import org.c4igateway.wan.app.WanProperties.LinkProperties;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.gateway.LinkSpec;
import org.c4igateway.wan.gateway.WanSpec;
import org.c4igateway.wan.journal.JournalSpec;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.route.outlet.LinkPolicy;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.FileSystemResource;
import org.springframework.util.unit.DataSize;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * The configuration file of a WAN gateway, read at the start and again whenever it changes. Placeholders are filled
 * from the environment. Unknown keys are refused with line and column.
 */
public final class WanFile {
    /** Part of the heap that the frames of all links beyond the ordinary windows may take in each direction. */
    private static final int HEAP_PART = 8;

    private final Path path;

    /** @param path YAML */
    public WanFile(Path path) {
        this.path = path;
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /**
     * Reads the present content.
     *
     * @throws GatewayException.Fatal naming key, place and remedy
     */
    public WanProperties read() {
        StandardEnvironment environment = new StandardEnvironment();
        try {
            if (!Files.isReadable(path)) {
                throw WanFault.of("cannot read " + path, "Name a readable YAML file.", null);
            }
            for (PropertySource<?> source :
                    new YamlPropertySourceLoader().load(path.toString(), new FileSystemResource(path))) {
                requireNoMode(source);
                requireKnown(source);
                environment.getPropertySources().addLast(source);
                WanVariables.requireSet(source, environment);
            }
            return Binder.get(environment, new NoUnboundElementsBindHandler(BindHandler.DEFAULT))
                    .bindOrCreate(WanProperties.PREFIX, Bindable.of(WanProperties.class));
        } catch (BindException e) {
            throw translate(e);
        } catch (MarkedYAMLException e) {
            throw WanFault.of(path + ": " + YamlFault.text(e), "Correct the file.", null);
        } catch (IOException | RuntimeException e) {
            if (e instanceof GatewayException.Fatal fault) {
                throw fault;
            }
            throw WanFault.of(path + ": " + e.getMessage(), "Correct the file.", e);
        } catch (StackOverflowError e) {
            throw WanFault.of(
                    path + ": a value holds itself (an alias '*name' within its own anchor '&name')",
                    "Write the value out instead of the alias.",
                    null);
        }
    }

    /**
     * Reads it and all files that it refers to, and checks that this machine has what it names.
     *
     * @param now for the validity of credentials
     * @throws GatewayException.Fatal naming key, place and remedy
     */
    public void check(Instant now) {
        new WanCheck(spec(read())).require(now);
    }

    /** The release before could relay samples instead of sending frames. */
    private void requireNoMode(PropertySource<?> source) {
        String key = WanProperties.PREFIX + ".mode";
        if (source.containsProperty(key)) {
            throw WanFault.of(
                    key + ": '" + source.getProperty(key) + "' (" + OriginLookup.getOrigin(source, key)
                            + "): a WAN gateway no longer has modes",
                    "Remove the key: every gateway sends frames. docs/lab.md describes the relay.",
                    null);
        }
    }

    /** Of the other keys only the framework's are read. */
    private void requireKnown(PropertySource<?> source) {
        Map<String, String> unknown = new TreeMap<>(new FrameworkKeys().unknown(source));
        if (source instanceof EnumerablePropertySource<?> file) {
            for (String name : PropertyNames.of(file)) {
                if (name.startsWith("c4i.") && !name.startsWith(WanProperties.PREFIX + ".")) {
                    unknown.put(name, name + " (" + path + ", nothing reads it)");
                }
            }
        }
        if (!unknown.isEmpty()) {
            throw WanFault.of(
                    "unknown configuration keys: " + String.join(", ", unknown.values()),
                    "Correct them; docs/wan.md lists all keys.",
                    null);
        }
    }

    private GatewayException.Fatal translate(BindException e) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof GatewayException.Fatal fault) {
                return WanFault.inItsKeys(fault);
            }
            if (cause instanceof UnboundConfigurationPropertiesException unbound) {
                String keys = unbound.getUnboundProperties().stream()
                        .map(property -> property.getName() + " (" + property.getOrigin() + ")")
                        .sorted()
                        .collect(Collectors.joining(", "));
                return WanFault.of(
                        "unknown configuration keys: " + keys, "Correct them; docs/wan.md lists all keys.", e);
            }
        }
        String place = e.getProperty() == null
                ? path + ": " + e.getName()
                : e.getProperty().getName() + ": '" + e.getProperty().getValue() + "' ("
                        + e.getProperty().getOrigin() + ")";
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return WanFault.of(place + ": " + root.getMessage(), "Correct the value.", e);
    }

    /**
     * The resulting configuration of the gateway.
     *
     * @throws GatewayException.Fatal when a file that is referred to is wrong
     */
    public static WanSpec spec(WanProperties properties) {
        TopicCatalogue catalogue = catalogue(properties);
        List<LinkSpec> links = new ArrayList<>();
        properties.links().forEach((name, link) -> links.add(link(name, link, windowBytes(properties), catalogue)));
        return new WanSpec(
                String.valueOf(properties.site()),
                properties.lan(),
                properties.maxLan().toBytes(),
                catalogue,
                properties.provider(),
                links,
                properties.dscp().marks());
    }

    private static TopicCatalogue catalogue(WanProperties properties) {
        Path file = properties.catalogue();
        try {
            return file == null ? TopicCatalogue.reference() : TopicCatalogue.load(file);
        } catch (CatalogueException e) {
            throw WanFault.of(
                    "c4i.wan.catalogue: " + e.getMessage(),
                    "Correct the file; './c4i topics validate " + file + "' checks it.",
                    e);
        }
    }

    private static LinkSpec link(String name, LinkProperties link, long windowBytes, TopicCatalogue catalogue) {
        Path keys = link.keys();
        KeyRing ring = link.insecure() || keys == null ? KeyRing.unsealed() : KeyFile.read(keys);
        TopicChoice choice = new TopicChoice("links." + name, catalogue);
        LinkPolicy policy = new LinkPolicy(
                choice.topics("allow", link.allow()),
                choice.topics("block", link.block()),
                choice.caps(link.caps()),
                link.released());
        return new LinkSpec(
                name,
                place(link),
                settings(link, windowBytes),
                ring,
                link.compression(),
                policy,
                link.holding(),
                journal(link));
    }

    private static LinkSpec.Place place(LinkProperties link) {
        return new LinkSpec.Place(
                link.domainId(),
                link.interfaces(),
                link.port(),
                Map.copyOf(link.peers()),
                Optional.ofNullable(link.group()),
                announcement(link));
    }

    private static long rate(LinkProperties link) {
        return BitRate.bitsPerSecond(String.valueOf(link.rate()));
    }

    private static Duration announcement(LinkProperties link) {
        return Announcements.interval(link.announcement(), rate(link));
    }

    private static Optional<JournalSpec> journal(LinkProperties link) {
        JournalProperties journal = link.journal();
        return Optional.ofNullable(journal.directory())
                .map(directory -> new JournalSpec(
                        directory,
                        new JournalSpec.Bounds(
                                journal.age().toNanos(), link.queue().bytes().toBytes())));
    }

    private static LinkSettings settings(LinkProperties link, long windowBytes) {
        LinkSettings defaults = LinkSettings.at(Announcements.rest(announcement(link), rate(link)));
        LinkSettings.Shares s = defaults.shares();
        LinkSettings.Bounds b = defaults.bounds();
        return new LinkSettings(
                defaults.rate(),
                new LinkSettings.Shares(link.routineFloor(), s.repair(), s.insurance(), s.feedback(), s.probe()),
                new LinkSettings.Bounds(
                        link.queue().messages(),
                        waitingBytes(link),
                        b.itemBytes(),
                        b.windowFrames(),
                        b.retainedFrames(),
                        wideFrames(link.window(), b.wideFrames(), windowBytes)),
                defaults.patience());
    }

    /**
     * Most bytes of a link's window that no key tells: all links share a part of the heap. A frame that was missing may
     * release all that waits for it at once: {@code max-lan} has room for that.
     */
    private static long windowBytes(WanProperties properties) {
        long room = Math.min(
                Runtime.getRuntime().maxMemory() / HEAP_PART,
                properties.maxLan().toBytes() / 2);
        return room / Math.max(1, properties.links().size());
    }

    private static int wideFrames(@Nullable DataSize window, int byRate, long windowBytes) {
        if (window != null) {
            return (int) Math.min(window.toBytes() / FrameLimits.WIRE_BYTES, LinkSettings.Bounds.MAX_WIDE_FRAMES);
        }
        return (int) Math.min(byRate, windowBytes / FrameLimits.WIRE_BYTES);
    }

    private static long waitingBytes(LinkProperties link) {
        DataSize bytes = link.journal().directory() == null
                ? link.queue().bytes()
                : link.journal().size();
        return bytes.toBytes();
    }
}
