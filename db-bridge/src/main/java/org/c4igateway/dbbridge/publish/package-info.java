/** Publish and subscribe in the interface database: the register of subscribers, and routing of published messages. */
@NullMarked
package org.c4igateway.dbbridge.publish;

import org.jspecify.annotations.NullMarked;
