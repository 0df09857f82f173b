package org.c4igateway.dds.opendds.type;

import DDS.DataReader;
import DDS.DataWriter;
import DDS.DomainParticipant;
import DDS.SampleInfoSeqHolder;
import DDS.Time_t;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.WireRecord;

/**
 * One wire type with the classes that OpenDDS generates for it.
 *
 * @param <T> the record of the API
 */
public interface TypeBinding<T extends WireRecord> {
    /** @return the binding of a wire type */
    @SuppressWarnings("unchecked")
    static <T extends WireRecord> TypeBinding<T> of(WireType<T> type) {
        TypeBinding<?> binding = switch (type.name()) {
            case "kmtf::Message" -> new MessageBinding();
            case "kmtf::Receipt" -> new ReceiptBinding();
            case "kmtf::Node" -> new NodeBinding();
            case "kmtf::Frame" -> new FrameBinding();
            default -> throw new IllegalStateException("no binding of " + type);
        };
        return (TypeBinding<T>) binding;
    }

    /** @return the name of the type after registering it */
    String register(DomainParticipant participant);

    /** @return operations on that writer */
    Output<T> output(DataWriter writer);

    /** @return operations on that reader */
    Input<T> input(DataReader reader);

    /**
     * Operations of a writer. Each operation returns the code of OpenDDS and keeps nothing of its argument.
     *
     * @param <T> the record; with text that {@link #text} refuses, an operation throws {@link IllegalArgumentException}
     */
    interface Output<T> {
        int write(T value);

        int write(T value, Time_t time);

        int dispose(T value);

        int unregister(T value);
    }

    /**
     * Hands over what OpenDDS generates for the type instead of the record.
     *
     * @param <T> the record
     * @param <F> what is generated
     */
    record Converting<T, F>(
            Function<T, F> foreign,
            ToIntFunction<F> writing,
            ToIntBiFunction<F, Time_t> writingAt,
            ToIntFunction<F> disposing,
            ToIntFunction<F> unregistering)
            implements Output<T> {
        @Override
        public int write(T value) {
            return writing.applyAsInt(foreign.apply(value));
        }

        @Override
        public int write(T value, Time_t time) {
            return writingAt.applyAsInt(foreign.apply(value), time);
        }

        @Override
        public int dispose(T value) {
            return disposing.applyAsInt(foreign.apply(value));
        }

        @Override
        public int unregister(T value) {
            return unregistering.applyAsInt(foreign.apply(value));
        }
    }

    /**
     * Operations of a reader.
     *
     * @param <T> the record
     */
    interface Input<T> {
        /**
         * Takes up to a number of samples.
         *
         * @param values takes each sample as it came, also those without data, of which only the key is meaningful; a
         *     supplier throws {@link IllegalArgumentException} when the members fit no record
         * @param infos takes what is said about each
         * @return code of OpenDDS
         */
        int take(List<Supplier<T>> values, SampleInfoSeqHolder infos, int max);
    }

    /**
     * JNI turns text into bytes that are UTF-8 for characters of the basic plane only.
     *
     * @return the same text
     * @throws IllegalArgumentException when others would receive something else
     */
    static String text(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (Character.isSurrogate(value.charAt(i))) {
                throw new IllegalArgumentException(
                        "text with characters beyond U+FFFF does not pass through the Java bindings of OpenDDS");
            }
        }
        return value;
    }

    /** @return the same texts, each as {@link #text} wants it */
    static String[] texts(List<String> values) {
        String[] texts = new String[values.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = text(values.get(i));
        }
        return texts;
    }
}
