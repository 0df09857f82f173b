/** Several nodes on one interface database, each for a part of its topics. */
@NullMarked
package org.c4igateway.dbbridge.shard;

import org.jspecify.annotations.NullMarked;
