/** The configuration keys of a node, bound to records that check them and say what is wrong. */
@NullMarked
package org.c4igateway.dbbridge.node.settings;

import org.jspecify.annotations.NullMarked;
