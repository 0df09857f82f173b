/** Filters on what the node receives, written in the Common Expression Language. Part of step 5 of the data path. */
@NullMarked
package org.c4igateway.dbbridge.filter;

import org.jspecify.annotations.NullMarked;
