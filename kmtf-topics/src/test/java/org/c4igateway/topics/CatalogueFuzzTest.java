package org.c4igateway.topics;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** A catalogue file is read, or refused with the line of each problem. */
class CatalogueFuzzTest {
    static Stream<byte[]> seeds() {
        return Stream.of(
                        "id,name,title,functional_area,traffic_class\nA001,SITREP,Situation,Land,ORDER\n",
                        "id,name,title,functional_area,traffic_class,reliability,lifespan\r\n"
                                + "A001,\"SIT,REP\",\"a \"\"b\"\"\",Land,PERIODIC,BEST_EFFORT,PT10S\r\n",
                        "id,id\nA\n",
                        "\ufeffid,name,title,functional_area,traffic_class\nA,B,C,D,ALERT\nA,B,C,D,none\n")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void readsACatalogueOrNamesTheLines(byte[] file) {
        List<Topic> topics;
        try {
            topics = new CatalogueCsv("x.csv").read(file);
        } catch (CatalogueException e) {
            assertThat(e.problems()).isNotEmpty().allMatch(problem -> problem.matches("(?s)x\\.csv:\\d+: .+"));
            return;
        }
        assertThat(topics).isNotEmpty().extracting(Topic::id).doesNotHaveDuplicates();
    }
}
