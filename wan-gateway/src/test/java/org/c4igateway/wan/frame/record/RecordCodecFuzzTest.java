package org.c4igateway.wan.frame.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.wan.frame.RandomRecords;
import org.c4igateway.wan.frame.record.RecordReading.Read;
import org.c4igateway.wan.frame.record.RecordReading.Refused;
import org.junit.jupiter.params.provider.MethodSource;

/** A record is read, and the same after it was written again in both ways; or it is refused with a reason. */
class RecordCodecFuzzTest {
    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    private static final RecordCodec CODEC = new RecordCodec(CATALOGUE);

    static Stream<byte[]> seeds() {
        RandomRecords records = new RandomRecords(3, new CatalogueIndex(CATALOGUE));
        return IntStream.range(0, 24).mapToObj(i -> CODEC.encode(records.next(), i % 2 == 0));
    }

    @MethodSource("seeds")
    @FuzzTest
    void readsARecordOrSaysWhyNot(byte[] bytes) {
        switch (CODEC.decode(bytes)) {
            case Read read -> {
                assertThat(CODEC.decode(CODEC.encode(read.value(), true))).isEqualTo(read);
                assertThat(CODEC.decode(CODEC.encode(read.value(), false))).isEqualTo(read);
            }
            case Refused refused -> assertThat(refused.detail()).isNotBlank();
        }
    }
}
