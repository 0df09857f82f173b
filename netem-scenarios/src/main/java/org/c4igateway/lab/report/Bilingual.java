package org.c4igateway.lab.report;

import org.c4igateway.lab.scenario.Label;

/** Writes text for HTML and SVG in both languages at once; a switch on the page shows one of them. */
public final class Bilingual {
    private Bilingual() {}

    /** Escapes text for HTML and SVG. */
    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** As inline HTML. */
    public static String html(String english, String korean) {
        return english.equals(korean)
                ? escape(english)
                : "<span lang=\"en\">" + escape(english) + "</span><span lang=\"ko\">" + escape(korean) + "</span>";
    }

    /** As texts of SVG at one place, with further attributes. */
    public static String svg(Label label, String attributes) {
        return label.english().equals(label.korean())
                ? "<text " + attributes + ">" + escape(label.english()) + "</text>"
                : "<text lang=\"en\" " + attributes + ">" + escape(label.english()) + "</text><text lang=\"ko\" "
                        + attributes + ">" + escape(label.korean()) + "</text>";
    }
}
