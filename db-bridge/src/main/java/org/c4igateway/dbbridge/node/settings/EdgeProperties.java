package org.c4igateway.dbbridge.node.settings;

import org.c4igateway.core.message.EdgeText;
import org.c4igateway.topics.mtf.rule.LineUnit;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.text.Unmappable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the C4I server beside this node writes text, {@code c4i.*} in the YAML file.
 *
 * @param encoding encoding of the payloads that it writes and reads
 * @param unmappable what to do with a received character that this encoding lacks
 * @param lineUnit what the longest line of a message is counted in
 */
@ConfigurationProperties("c4i")
public record EdgeProperties(
        @DefaultValue("UTF-8") String encoding,
        @DefaultValue("reject") Unmappable unmappable,
        @DefaultValue("characters") LineUnit lineUnit) {
    public EdgeProperties {
        NodeProperties.require(MtfEncoding.named(encoding).isPresent(), "c4i.encoding", encoding, MtfEncoding.NAMES);
    }

    public EdgeText text() {
        return new EdgeText(MtfEncoding.named(encoding).orElseThrow(), unmappable);
    }
}
