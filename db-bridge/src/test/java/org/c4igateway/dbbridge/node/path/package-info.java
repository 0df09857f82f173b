/** Tests of the data path of a node. */
@NullMarked
package org.c4igateway.dbbridge.node.path;

import org.jspecify.annotations.NullMarked;
