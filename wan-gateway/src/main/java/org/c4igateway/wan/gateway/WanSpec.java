package org.c4igateway.wan.gateway;

import java.util.List;
import java.util.Objects;
import org.c4igateway.core.transport.PrecedenceMarks;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.topics.TopicCatalogue;

/**
 * Checked configuration of a gateway.
 *
 * @param site name of this site, different from those of all other gateways
 * @param lan how to join the site's domain
 * @param maxLanBytes most bytes that wait for readers of that domain
 * @param catalogue topics
 * @param provider DDS implementation for the links
 * @param links by name, each once
 * @param marks of the datagrams of links
 */
public record WanSpec(
        String site,
        DdsSettings lan,
        long maxLanBytes,
        TopicCatalogue catalogue,
        String provider,
        List<LinkSpec> links,
        PrecedenceMarks marks) {
    public WanSpec {
        Objects.requireNonNull(site);
        Objects.requireNonNull(lan);
        Objects.requireNonNull(catalogue);
        Objects.requireNonNull(provider);
        Objects.requireNonNull(marks);
        links = List.copyOf(links);
        if (links.stream().map(LinkSpec::name).distinct().count() != links.size()) {
            throw new IllegalArgumentException("a link's name occurs twice");
        }
    }
}
