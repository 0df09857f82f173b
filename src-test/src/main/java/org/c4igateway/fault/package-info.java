/**
 * Faults that tests put into a node: a step at which it stops for ever, a transport that refuses everything. Nodes
 * under test have these classes on their class path; what is shipped has not, and there no key of the configuration
 * means any of this.
 */
@NullMarked
package org.c4igateway.fault;

import org.jspecify.annotations.NullMarked;
