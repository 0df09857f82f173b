package org.c4igateway.topics.mtf;

/** The three kinds of sets. */
enum SetKind {
    LINEAR,
    COLUMNAR,
    FREE_TEXT
}
