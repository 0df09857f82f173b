package org.c4igateway.lab.scenario;

/** A text for people in both languages of the report. */
public record Label(String english, String korean) {
    /** The same in both. */
    public static Label of(String text) {
        return new Label(text, text);
    }
}
