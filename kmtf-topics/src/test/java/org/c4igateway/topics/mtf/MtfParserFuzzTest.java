package org.c4igateway.topics.mtf;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.c4igateway.topics.mtf.corpus.DefinedDocuments;
import org.c4igateway.topics.mtf.fuzz.MtfFuzzRun;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.c4igateway.topics.mtf.rule.ParseOptions;
import org.c4igateway.topics.mtf.text.MtfWriter;
import org.junit.jupiter.params.provider.MethodSource;

/** Coverage leads the search here; {@link MtfFuzzTest} draws by seed and is the same in each run. */
class MtfParserFuzzTest {
    private static final List<MtfProfile> PROFILES = List.of(MtfProfile.values());
    private static final List<MtfEncoding> ENCODINGS = List.of(MtfEncoding.values());

    static Stream<byte[]> seeds() {
        DefinedDocuments documents = new DefinedDocuments(1);
        return IntStream.range(0, 16).mapToObj(i -> {
            byte[] message = MtfWriter.write(documents.next(100 + 20 * i));
            byte[] input = new byte[message.length + 1];
            input[0] = (byte) i;
            System.arraycopy(message, 0, input, 1, message.length);
            return input;
        });
    }

    /** The first byte is profile and encoding, the rest the message. */
    @MethodSource("seeds")
    @FuzzTest
    void keepsItsPromisesForAnyBytes(byte[] input) {
        int options = input.length == 0 ? 0 : input[0] & 0xff;
        var _ = MtfFuzzRun.hold(
                input.length == 0 ? input : Arrays.copyOfRange(input, 1, input.length),
                ParseOptions.of(PROFILES.get(options % PROFILES.size()))
                        .withEncoding(ENCODINGS.get(options / PROFILES.size() % ENCODINGS.size())));
    }
}
