package org.c4igateway.test.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each link from a page to another file of the repository leads to one, and to a place of it where it names one. */
class RelativeLinksTest {
    @TempDir
    Path directory;

    @Test
    void everyLinkOfThePagesLeadsSomewhere() throws IOException {
        RelativeLinks links = RelativeLinks.read(Path.of(".."));

        assertThat(links.texts().keySet().stream().map(page -> links.root().relativize(page)))
                .contains(
                        Path.of("README.md"),
                        Path.of("docs", "guide.ko.md"),
                        Path.of("docs", "adr", "0001-record-decisions.md"),
                        Path.of("db-bridge", "README.md"));
        assertThat(links.all()).hasSizeGreaterThan(500);
        assertThat(links.broken()).isEmpty();
    }

    @Test
    void namesLinksThatLeadNowhere() throws IOException {
        write("docs/a.md", """
                # Links

                [a page](b.md), [a file](../src/Test.java), [a directory](../src), [elsewhere](https://example.org/a#b),
                [here](#links), [a place](b.md#a-link-up), [the second](b.md#again-1), [set](b.md#relay).

                - [no page](c.md)
                - [no such
                  place](b.md#a-link-down)
                - [not here](#others), [no third](b.md#again-2), [in code](b.md#code)
                - [outside](../../README.md)

                | a table | [`no file`](../src/No.java) |

                `[code](none.md)`

                ```
                [code](none.md)
                ```
                """);
        write("docs/b.md", """
                # A link: up

                <a id="relay"></a>A relay.

                ## Again

                ## Again

                ```
                # code
                ```
                """);
        write("src/Test.java", "class Test {}\n");
        write("target/c.md", "[gone](gone.md)\n");

        assertThat(RelativeLinks.read(directory.resolve("tree")).broken())
                .containsExactly(
                        "docs/a.md:6 c.md",
                        "docs/a.md:7 b.md#a-link-down",
                        "docs/a.md:9 #others",
                        "docs/a.md:9 b.md#again-2",
                        "docs/a.md:9 b.md#code",
                        "docs/a.md:10 ../../README.md",
                        "docs/a.md:12 ../src/No.java");
    }

    private void write(String file, String text) throws IOException {
        Path path = directory.resolve("tree").resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        Files.writeString(directory.resolve("README.md"), "outside of the tree\n");
    }
}
