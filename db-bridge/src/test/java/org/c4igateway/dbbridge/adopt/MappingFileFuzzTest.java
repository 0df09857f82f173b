package org.c4igateway.dbbridge.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.c4igateway.topics.yaml.YamlNode;
import org.junit.jupiter.params.provider.MethodSource;

/** A file of table mappings is read, or refused with the place of what is wrong. */
class MappingFileFuzzTest {
    static Stream<byte[]> seeds() {
        return Stream.of("""
                        name: sitrep
                        outbound:
                          - name: reports
                            table: public.report
                            key: [id]
                            topic: A021
                            destinations: [BRAVO]
                            payload: body
                        inbound:
                          - name: incoming
                            topics: [A021]
                            table: public.incoming
                            columns: {body: payload}
                        reads: [public.unit]
                        """, "name: a\noutbound: &x [*x]\n", "name: {}\nencoding: EUC-KR\n")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void readsMappingsOrNamesThePlace(byte[] file) {
        try {
            MappingFile mappings = MappingFile.parse("x.yaml", new String(file, StandardCharsets.UTF_8));
            assertThat(mappings.outbound().size() + mappings.inbound().size()).isPositive();
        } catch (YamlNode.Fault e) {
            assertThat(e).hasMessageStartingWith("x.yaml:");
        }
    }
}
