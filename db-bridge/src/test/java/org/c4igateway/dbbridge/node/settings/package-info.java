/** Tests of the settings of a node. */
@NullMarked
package org.c4igateway.dbbridge.node.settings;

import org.jspecify.annotations.NullMarked;
