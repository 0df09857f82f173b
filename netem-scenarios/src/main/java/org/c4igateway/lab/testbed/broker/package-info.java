/** A pair of external brokers for the nodes of a testbed, with the configuration that the project ships. */
@NullMarked
package org.c4igateway.lab.testbed.broker;

import org.jspecify.annotations.NullMarked;
