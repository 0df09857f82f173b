/** Tests of the node's configuration. */
@NullMarked
package org.c4igateway.dbbridge.node;

import org.jspecify.annotations.NullMarked;
