/** Nodes as real processes on this machine with an embedded PostgreSQL; for the demonstration and for system tests. */
@NullMarked
package org.c4igateway.lab.testbed;

import org.jspecify.annotations.NullMarked;
