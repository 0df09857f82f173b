/** The deployable node: configuration, wiring, life cycle and health. The only place that knows Spring Boot here. */
@NullMarked
package org.c4igateway.dbbridge.node;

import org.jspecify.annotations.NullMarked;
