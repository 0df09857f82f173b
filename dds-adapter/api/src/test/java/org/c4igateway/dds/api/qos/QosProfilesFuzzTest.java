package org.c4igateway.dds.api.qos;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** A document of QoS profiles is read, or refused with a reason. */
class QosProfilesFuzzTest {
    static Stream<byte[]> seeds() {
        return Stream.of(
                        """
                        <dds><qos_library name="l"><qos_profile name="a"><datawriter_qos>
                        <reliability><kind>RELIABLE_RELIABILITY_QOS</kind><max_blocking_time><sec>1</sec>
                        <nanosec>5</nanosec></max_blocking_time></reliability>
                        <history><kind>KEEP_LAST_HISTORY_QOS</kind><depth>3</depth></history>
                        <lifespan><duration><sec>DURATION_INFINITE_SEC</sec></duration></lifespan>
                        </datawriter_qos></qos_profile>
                        <qos_profile name="b" base_name="a"><datareader_qos><deadline><period><sec>2</sec></period>
                        </deadline></datareader_qos></qos_profile></qos_library></dds>
                        """,
                        "<!DOCTYPE d [<!ENTITY e \"x\">]><dds>&e;</dds>",
                        "<dds><qos_library name='l'><qos_profile name='a' base_name='a'/></qos_library></dds>")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void readsProfilesOrSaysWhyNot(byte[] document) {
        QosProfiles profiles;
        try {
            profiles = QosProfiles.parse(document);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s).*\\S.*");
            return;
        }
        assertThat(profiles.names()).allMatch(name -> profiles.find(name).isPresent());
    }
}
