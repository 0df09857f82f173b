/** Text of messages: written, and converted between encodings. */
@NullMarked
package org.c4igateway.topics.mtf.text;

import org.jspecify.annotations.NullMarked;
