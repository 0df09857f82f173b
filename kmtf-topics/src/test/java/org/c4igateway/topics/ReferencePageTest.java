package org.c4igateway.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.c4igateway.topics.definition.check.DefinitionRule;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.c4igateway.topics.mtf.rule.MtfRule;
import org.junit.jupiter.api.Test;

/** docs/reference/mtf.md shows the rules as they are. */
class ReferencePageTest {
    private static String page() throws IOException {
        return Files.readString(Path.of("../docs/reference/mtf.md"));
    }

    @Test
    void listsEverySyntaxRuleWithItsWeights() throws IOException {
        String page = page();

        for (MtfRule rule : MtfRule.values()) {
            assertThat(page)
                    .contains("| `" + rule.id() + "` | " + label(rule.weight(MtfProfile.STRICT)) + " | "
                            + label(rule.weight(MtfProfile.LENIENT)) + " | " + rule.meaning() + " |");
        }
    }

    @Test
    void listsEveryDefinitionRuleWithItsSeverities() throws IOException {
        String page = page();

        for (DefinitionRule rule : DefinitionRule.values()) {
            assertThat(page)
                    .contains("| `" + rule.id() + "` | "
                            + rule.severity(MtfProfile.STRICT).label() + " | "
                            + rule.severity(MtfProfile.LENIENT).label() + " | " + rule.meaning() + " |");
        }
    }

    private static String label(MtfRule.Weight weight) {
        return switch (weight) {
            case ERROR -> "error";
            case WARNING -> "warning";
            case NONE -> "–";
        };
    }
}
