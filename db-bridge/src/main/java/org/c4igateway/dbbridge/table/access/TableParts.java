package org.c4igateway.dbbridge.table.access;

import org.c4igateway.core.flow.StepListener;

/**
 * What the mappings of one database elsewhere have in common.
 *
 * @param settings of that database
 * @param own the interface database
 * @param meters counts and problems
 * @param steps called after each step; {@link StepListener#NONE} outside fault tests
 */
public record TableParts(TableSettings settings, FencedTransactions own, TableMeters meters, StepListener steps) {}
