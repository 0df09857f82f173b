/** What OpenDDS reports: return codes, states of samples, statuses of readers and writers. */
@NullMarked
package org.c4igateway.dds.opendds.status;

import org.jspecify.annotations.NullMarked;
