/** Reads definitions from files, with line and column of each error. */
@NullMarked
package org.c4igateway.topics.definition.read;

import org.jspecify.annotations.NullMarked;
