package org.c4igateway.test.wire;

import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * A value in the form in which another process gets it.
 *
 * @param <T> of the value
 * @param file of the samples, without its ending
 * @param name of the sample in that file
 * @param value what the sample stands for
 * @param writer today's code, to lines of text
 * @param reader today's code, from lines of text; throws for what it does not understand
 */
record WireForm<T>(String file, String name, T value, Writer<T> writer, Reader reader) {
    /** Makes lines of a value. */
    @FunctionalInterface
    interface Writer<T> {
        List<String> lines(T value) throws Exception;
    }

    /** Makes a value of lines. */
    @FunctionalInterface
    interface Reader {
        Object value(List<String> lines) throws Exception;
    }

    /** Makes bytes of a value. */
    @FunctionalInterface
    interface Encoder<T> {
        byte[] bytes(T value) throws Exception;
    }

    /** Makes a value of bytes. */
    @FunctionalInterface
    interface Decoder {
        Object value(byte[] bytes) throws Exception;
    }

    WireForm {
        Objects.requireNonNull(value);
    }

    /** A form of bytes only, one line of hexadecimal digits. */
    static <T> WireForm<T> ofBytes(String file, String name, T value, Encoder<T> encoder, Decoder decoder) {
        return new WireForm<>(
                file,
                name,
                value,
                each -> List.of(HexFormat.of().formatHex(encoder.bytes(each))),
                lines -> decoder.value(HexFormat.of().parseHex(String.join("", lines))));
    }

    /** What today's code writes for the value. */
    List<String> written() throws Exception {
        return writer.lines(value);
    }

    @Override
    public String toString() {
        return file + ".hex [" + name + "]";
    }
}
