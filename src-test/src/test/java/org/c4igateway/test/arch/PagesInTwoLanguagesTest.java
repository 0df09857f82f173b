package org.c4igateway.test.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A page that is changed in one language is changed in the other, as far as {@link PagePair} sees it. */
class PagesInTwoLanguagesTest {
    private static final Path ROOT = Path.of("..");
    private static final Path DOCUMENTS = ROOT.resolve("docs");

    private static final String ENGLISH = """
            # Links

            [한국어](links.ko.md)

            A link counts as silent after 3 s or, with a satellite, a minute: [what waits](other.md#what-waits).
            The key `c4i.silence` changes that; see GW-209 and C4iPeerUnreachable.

            - The first of 12 attempts is at once.
            - The others take 4,096 bytes each.

            | key | meaning |
            |---|---|
            | `a` | two sites, 30 % loss |
            | `b` | of UTF-8 |

            ## An example

            ```yaml
            a: 1     # for 24 h
            b: 2     # stays
            ```
            """;

    private static final String KOREAN = """
            # 링크

            [English](links.md)

            `c4i.silence`를 바꾸지 않으면 링크는 3초 뒤에, 위성이면 1분 뒤에 조용한 것으로 봅니다([기다리는 것](other.ko.md#기다리는-것)).
            C4iPeerUnreachable과 `GW-209`를 보십시오.

            - 시도 12번 가운데 첫 번째는 바로 합니다.
            - 나머지는 4,096바이트씩입니다.

            | 키 | 뜻 |
            |---|---|
            | `a` | 사이트 2개, 손실 30 % |
            | `b` | UTF-8의 것 |

            ## 예

            ```yaml
            a: 1     # 24시간 동안
            b: 2     # stays
            ```
            """;

    private static PageLinks pages() {
        return PageLinks.read(DOCUMENTS);
    }

    private static List<String> korean() {
        return pages().korean();
    }

    @Test
    void findsPages() {
        assertThat(korean()).contains("guide.ko.md", "operations.ko.md");
    }

    @ParameterizedTest
    @MethodSource("korean")
    void saysTheSameInBothLanguages(String page) {
        assertThat(pages().pair(page).differences())
                .as("what only one language has; change the other one, too")
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("korean")
    void leadsToTheOtherLanguage(String page) throws IOException {
        String english = page.replace(".ko.md", ".md");

        assertThat(head(english)).contains("[한국어](" + page + ")");
        assertThat(head(page)).contains("[English](" + english + ")");
        assertThat(Files.readAllLines(ROOT.resolve("README.md")))
                .anyMatch(line -> line.contains("(docs/" + english + "), [한국어](docs/" + page + ")"));
    }

    private static String head(String page) throws IOException {
        String text = Files.readString(DOCUMENTS.resolve(page));
        return text.substring(0, text.indexOf("\n## "));
    }

    @Test
    void leavesWordsAndTheirOrderFree() {
        assertThat(differences(ENGLISH, KOREAN)).isEmpty();
    }

    private static List<Arguments> changes() {
        return List.of(
                Arguments.of("3초", "5초"),
                Arguments.of("3초", "3분"),
                Arguments.of("1분", "2분"),
                Arguments.of("12번", "여러 번"),
                Arguments.of("4,096바이트", "4,096비트"),
                Arguments.of("30 %", "20 %"),
                Arguments.of("`c4i.silence`", "`c4i.silent`"),
                Arguments.of("`GW-209`", "`GW-210`"),
                Arguments.of("C4iPeerUnreachable", "경보"),
                Arguments.of("`b`", "`c`"),
                Arguments.of("other.ko.md#기다리는-것", "other.ko.md"),
                Arguments.of("other.ko.md#기다리는-것", "other.ko.md#다른-것"),
                Arguments.of("other.ko.md#기다리는-것", "other.md#what-waits"),
                Arguments.of("## 예", "### 예"),
                Arguments.of("## 예", "예"),
                Arguments.of("- 나머지", "나머지"),
                Arguments.of("## 예", "더 있는 것.\n\n## 예"),
                Arguments.of("| `b` |", "| `b` | |"),
                Arguments.of("| `a` | 사이트 2개, 손실 30 % |\n", ""),
                Arguments.of("a: 1 ", "a: 2 "),
                Arguments.of("# 24시간", "# 48시간"),
                Arguments.of("# stays", "# goes"),
                Arguments.of("b: 2     # stays\n", ""),
                Arguments.of("```yaml", "```sh"));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void seesWhatIsChangedInOneLanguageOnly(String before, String after) {
        String changed = KOREAN.replace(before, after);

        assertThat(changed).isNotEqualTo(KOREAN);
        assertThat(differences(ENGLISH, changed)).isNotEmpty();
    }

    private static List<String> differences(String english, String korean) {
        return PageLinks.of(Map.of(
                        "links.md",
                        english,
                        "links.ko.md",
                        korean,
                        "other.md",
                        "# Other\n\n## What waits\n",
                        "other.ko.md",
                        "# 다른 것들\n\n## 기다리는 것\n"))
                .pair("links.ko.md")
                .differences();
    }
}
