/**
 * The receiving half of the data path: arrivals are queued, judged, written to the inbox and answered by receipts.
 */
@NullMarked
package org.c4igateway.core.flow.receive;

import org.jspecify.annotations.NullMarked;
