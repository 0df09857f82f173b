/** The bytes of a message: classes of bytes, lines, pages, the start of a set. */
@NullMarked
package org.c4igateway.topics.mtf.source;

import org.jspecify.annotations.NullMarked;
