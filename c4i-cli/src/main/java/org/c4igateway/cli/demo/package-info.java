/** The demonstration: nodes, databases and a kill on this machine. */
@NullMarked
package org.c4igateway.cli.demo;

import org.jspecify.annotations.NullMarked;
