package org.c4igateway.topics.mtf.source;

/**
 * A page line of the communication procedures that interrupted the main text and is no part of it.
 *
 * @param line line from 1
 * @param text the line as it stood
 */
public record PageBreak(int line, String text) {}
