/** Several active nodes on one interface database, each for a part of its topics. */
@NullMarked
package org.c4igateway.test.e2e.shard;

import org.jspecify.annotations.NullMarked;
