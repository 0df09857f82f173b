/** The data path of a node: what it is built of, where it sends, and its opening, renewal and end. */
@NullMarked
package org.c4igateway.dbbridge.node.path;

import org.jspecify.annotations.NullMarked;
