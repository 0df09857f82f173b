package org.c4igateway.app.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageLog;
import org.c4igateway.core.message.SystemName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** What a log really says about text that a peer has sent. */
@ExtendWith(OutputCaptureExtension.class)
class LogRecordsTest {
    private static final Logger LOG = LoggerFactory.getLogger(LogRecordsTest.class);
    private static final String RECORD = "2026-11-22T00:00:00.000Z  INFO 1 --- [main] org.c4igateway : all is well";
    private static final String SENT = "topic\r\n" + RECORD + "\u001b[2J\u2028\u202e end";

    /** Spring Boot keeps to the first format and pattern of a process. */
    @AfterEach
    void forgetTheFormat() {
        System.clearProperty("CONSOLE_LOG_STRUCTURED_FORMAT");
        System.clearProperty("CONSOLE_LOG_PATTERN");
    }

    private static void log(String... properties) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(LogRecordsTest.class)
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off")
                .properties(properties)
                .run();
        LOG.warn("a peer says {}", SENT);
        LOG.warn("a peer made us fail", new IllegalStateException("outer\n" + RECORD, new Exception(SENT)));
        MessageLog.about(new MessageId(new SystemName("ALPHA"), 17), LOG.atWarn())
                .log("{} is late", new MessageId(new SystemName("ALPHA"), 17));
        context.close();
    }

    private static List<String> linesWith(String text, CapturedOutput output) {
        return output.getOut().lines().filter(line -> line.contains(text)).toList();
    }

    @Test
    void writesOneRecordForEachEvent(CapturedOutput output) {
        log("logging.level.root=warn");

        assertThat(linesWith("a peer says", output))
                .singleElement()
                .asString()
                .endsWith("a peer says topic\\r\\n" + RECORD + "\\u001b[2J\\u2028\\u202e end");
        assertThat(output.getOut().lines()).noneMatch(line -> line.startsWith(RECORD));
        assertThat(linesWith("\t| " + RECORD, output)).hasSize(2);
        assertThat(linesWith("Caused by: java.lang.Exception: topic", output)).hasSize(1);
        assertThat(output.getOut()).doesNotContain("\u001b[2J");
        assertThat(linesWith("ALPHA", output))
                .as("only structured formats have a field for the identity")
                .singleElement()
                .asString()
                .endsWith(" : ALPHA#17 is late");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ecs", "logstash"})
    void writesOneObjectForEachEvent(String format, CapturedOutput output) {
        log("logging.level.root=warn", "logging.structured.format.console=" + format);

        assertThat(output.getOut().lines().filter(line -> !line.isBlank()))
                .hasSize(3)
                .allMatch(line -> line.startsWith("{") && line.endsWith("}"));
        assertThat(linesWith("\"message_id\"", output))
                .as("the line about one message")
                .singleElement()
                .asString()
                .contains("\"message_id\":\"ALPHA/17\"", "\"message\":\"ALPHA#17 is late\"");
        assertThat(output.getOut()).doesNotContain("\u001b");
    }

    @Test
    void keepsToAPatternOfTheSite(CapturedOutput output) {
        log("logging.level.root=warn", "logging.pattern.console=SITE %msg%n%ex");

        assertThat(linesWith("SITE a peer says topic\\r\\n" + RECORD, output)).hasSize(1);
        assertThat(output.getOut().lines()).noneMatch(line -> line.startsWith(RECORD));
    }
}
