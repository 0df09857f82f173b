package org.c4igateway.dbbridge.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.YamlProcessor;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;
import org.yaml.snakeyaml.error.YAMLException;

/** The file of a node is bound to its keys, or refused as what the failure analysers of the start explain. */
class NodeFileFuzzTest {
    static Stream<byte[]> seeds() {
        return Stream.of(
                        """
                        c4i:
                          system: ALPHA
                          transport: jms
                          destinations: [BRAVO, "*"]
                          encoding: EUC-KR
                          retention: {outbox-days: 14, identity-days: 60}
                        """,
                        "c4i.system: [a]\nc4i.retention.outbox-days: -1\n",
                        "c4i: &a {destinations: *a}\n---\n? [x]\n: y\n",
                        "c4i:\n  - 5: a\n")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void bindsAFileOrRefusesIt(byte[] content) throws IOException {
        StandardEnvironment environment = new StandardEnvironment();
        try {
            for (PropertySource<?> source :
                    new YamlPropertySourceLoader().load("node.yaml", new ByteArrayResource(content))) {
                environment.getPropertySources().addLast(source);
            }
            assertThat(Binder.get(environment).bindOrCreate("c4i", NodeProperties.class))
                    .isNotNull();
        } catch (YAMLException | BindException | IllegalStateException | IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s).*\\S.*");
        } catch (NullPointerException | ClassCastException e) {
            assertThat(Stream.of(e.getStackTrace()).limit(2).map(StackTraceElement::getClassName))
                    .as("KeyFailureAnalyzer says so")
                    .contains(YamlProcessor.class.getName());
        } catch (StackOverflowError e) {
            // A value that holds itself; RecursionFailureAnalyzer says so.
        }
    }
}
