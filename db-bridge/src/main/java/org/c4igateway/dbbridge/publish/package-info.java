/** Publish and subscribe in the interface database: the register of subscribers, and who gets what is published. */
@NullMarked
package org.c4igateway.dbbridge.publish;

import org.jspecify.annotations.NullMarked;
