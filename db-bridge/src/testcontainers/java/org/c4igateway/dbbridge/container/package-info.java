/** The database tests against a container; compiled in the Maven profile {@code testcontainers} only. */
@NullMarked
package org.c4igateway.dbbridge.container;

import org.jspecify.annotations.NullMarked;
