/** Compares a message with its definition. */
@NullMarked
package org.c4igateway.topics.definition.check;

import org.jspecify.annotations.NullMarked;
