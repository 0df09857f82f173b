package org.c4igateway.cli.kmtf;

import org.c4igateway.topics.mtf.rule.MtfEncoding;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of an encoding as {@code c4i.encoding} takes it. */
public final class EncodingName implements ITypeConverter<MtfEncoding> {
    @Override
    public MtfEncoding convert(String text) {
        return MtfEncoding.named(text)
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is not " + MtfEncoding.NAMES));
    }
}
