package org.c4igateway.lab.transport.entities;

/**
 * Pairs of ends: participant I of one host writes each of its topics, participant I of the other reads it. Numbered
 * from 0, participant by participant.
 *
 * @param participants of each host
 * @param topics of each participant; no two share one
 */
record Pairs(int participants, int topics) {
    int count() {
        return participants * topics;
    }

    /** The number of a pair. */
    int number(int participant, int topic) {
        return participant * topics + topic;
    }

    /** The name of its topic or queue. */
    static String name(int number) {
        return "LAB_ENTITY_" + number;
    }
}
