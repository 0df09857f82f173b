package org.c4igateway.topics.mtf.source;

/** The three kinds of sets. */
public enum SetKind {
    LINEAR,
    COLUMNAR,
    FREE_TEXT
}
