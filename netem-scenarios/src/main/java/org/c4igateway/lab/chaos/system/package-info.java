/** The systems of a run of chaos: networks, database servers, nodes and WAN gateways that are kept running. */
@NullMarked
package org.c4igateway.lab.chaos.system;

import org.jspecify.annotations.NullMarked;
