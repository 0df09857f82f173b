/** Shipped dashboards and alerts on a real Prometheus. */
@NullMarked
package org.c4igateway.test.e2e.monitoring;

import org.jspecify.annotations.NullMarked;
