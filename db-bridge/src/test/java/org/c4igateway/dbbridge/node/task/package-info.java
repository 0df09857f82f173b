/** Tasks of the active node beside the data path: their threads, what they look at and what they reject. */
@NullMarked
package org.c4igateway.dbbridge.node.task;

import org.jspecify.annotations.NullMarked;
