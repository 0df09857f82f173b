package org.c4igateway.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Renders the page in a headless browser, where there is one. */
@Tag("slow")
class ReportInBrowserTest {
    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");

    /**
     * Counts charts, and names texts of charts that do not fit: outside the drawing, or without any size though they
     * should be seen.
     */
    private static final String LOOK = """
            <script>
            const bad = [];
            let charts = 0, texts = 0;
            for (const svg of document.querySelectorAll('svg[role=img]')) {
              charts++;
              const frame = svg.getBoundingClientRect();
              for (const text of svg.querySelectorAll('text')) {
                const box = text.getBoundingClientRect();
                if (getComputedStyle(text).display === 'none') continue;
                texts++;
                if (box.width === 0 || box.left < frame.left - 1 || box.right > frame.right + 1) bad.push(text.textContent);
              }
            }
            if (document.documentElement.scrollWidth > window.innerWidth) bad.push('page wider than the window');
            const before = document.querySelector('h1').innerText;
            document.querySelector('button').click();
            const after = document.querySelector('h1').innerText;
            document.title = 'charts=' + charts + ' texts=' + (texts > 0) + ' bad=[' + bad.join('|') + '] ' + before + '>' + after;
            </script>
            """;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"en, 1100", "ko, 1100", "en, 390", "ko, 390"})
    void showsEveryTextOfTheChartsAndSwitchesLanguages(String language, int width) throws Exception {
        Optional<Path> browser = browser();
        assumeTrue(browser.isPresent(), "no browser here: none of " + BROWSERS);
        String page = new HtmlReport(ReportTest.findings(39, 41, 52)).write(language.equals("ko"));
        Path file = Files.writeString(directory.resolve("report.html"), page.replace("</body>", LOOK + "</body>"));

        String seen = render(browser.get(), file, width);

        String headings = language.equals("ko") ? "실험 보고서>Lab report" : "Lab report>실험 보고서";
        assertThat(seen).contains("<title>charts=2 texts=true bad=[] " + headings.replace(">", "&gt;") + "</title>");
    }

    private String render(Path browser, Path page, int width) throws IOException, InterruptedException {
        Path seen = directory.resolve("seen.html");
        Process process = new ProcessBuilder(
                        browser.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--user-data-dir=" + directory.resolve("profile"),
                        "--window-size=" + width + ",1600",
                        "--dump-dom",
                        page.toUri().toString())
                .redirectOutput(seen.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES))
                    .as("the browser ended")
                    .isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
        return Files.readString(seen);
    }

    private static Optional<Path> browser() {
        return BROWSERS.stream()
                .flatMap(name -> List.of(System.getenv("PATH").split(File.pathSeparator, -1)).stream()
                        .map(place -> Path.of(place, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
