/**
 * The data path between the ports: what both halves share. {@code core.flow.send} has steps 1 to 3
 * and 7, {@code core.flow.receive} steps 4 to 6 of docs/ARCHITECTURE.md, without what the ports do.
 */
@NullMarked
package org.c4igateway.core.flow;

import org.jspecify.annotations.NullMarked;
