/**
 * The whole flow of several nodes in one thread of control: product code of the data path over model databases and a
 * model network, with every interleaving and every fault drawn from a seed. Start at {@link
 * org.c4igateway.core.simulation.World}.
 */
@NullMarked
package org.c4igateway.core.simulation;

import org.jspecify.annotations.NullMarked;
