package org.c4igateway.console.chromium;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.c4igateway.console.ConsoleNode;

/** The console of a node in a tab of Chromium. Its actions wait until the page is there. */
final class ConsoleTab {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Chromium chromium;
    private final String base;

    ConsoleTab(Chromium chromium, String base) {
        this.chromium = chromium;
        this.base = base;
    }

    Chromium chromium() {
        return chromium;
    }

    String evaluate(String expression) {
        return chromium.evaluate(expression);
    }

    void logIn() {
        open("/console/login");
        evaluate("document.querySelector('#username').value = '" + ConsoleNode.OPERATOR + "'");
        evaluate("document.querySelector('#password').value = '" + ConsoleNode.PASSWORD + "'");
        evaluate("document.querySelector('main button').click()");
    }

    void open(String path) {
        chromium.open(base + path);
        await().atMost(PATIENCE)
                .until(() -> evaluate("document.readyState + location.href").equals("complete" + base + path));
    }

    void choose(String language, String theme) {
        click("button[name=to][value=" + language + "]");
        click("button[name=to][value=" + theme + "]");
        await().atMost(PATIENCE)
                .until(() -> evaluate("document.documentElement.lang + document.documentElement.dataset.theme")
                        .equals(language + theme));
    }

    void awaitText(String element, String text) {
        await().atMost(PATIENCE)
                .until(() -> evaluate("document.querySelector('" + element + "')?.innerText ?? ''")
                        .contains(text));
    }

    private void click(String button) {
        open("/console");
        evaluate("document.querySelector('" + button + "').click()");
        await().atMost(PATIENCE)
                .until(() -> evaluate("document.readyState + String(document.querySelector('" + button
                                + "')?.getAttribute('aria-pressed'))")
                        .equals("completetrue"));
    }
}
