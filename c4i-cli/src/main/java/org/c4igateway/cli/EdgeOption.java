package org.c4igateway.cli;

import org.c4igateway.cli.kmtf.EncodingName;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.text.Unmappable;
import picocli.CommandLine.Option;

/** In which encoding the payloads of a database are. */
public final class EdgeOption {
    @Option(
            names = "--encoding",
            paramLabel = "ENCODING",
            defaultValue = "UTF-8",
            converter = EncodingName.class,
            description = {
                "The value of c4i.encoding of the node: " + MtfEncoding.NAMES + "; default: UTF-8.",
                "With another than UTF-8 the role needs c4i_bridge as well, because it reads payloads."
            })
    private MtfEncoding encoding = MtfEncoding.UTF_8;

    public EdgeText text() {
        return new EdgeText(encoding, Unmappable.REJECT);
    }
}
