/** Hostile input for the parser: seeded mutation of messages and a bounded run over it. */
@NullMarked
package org.c4igateway.topics.mtf.fuzz;

import org.jspecify.annotations.NullMarked;
