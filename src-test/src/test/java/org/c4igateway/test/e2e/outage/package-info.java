/** What fails around a node: its database, its transport, its clock. */
@NullMarked
package org.c4igateway.test.e2e.outage;

import org.jspecify.annotations.NullMarked;
