/** Finds sets, fields and free text in the bytes of a message. */
@NullMarked
package org.c4igateway.topics.mtf.scan;

import org.jspecify.annotations.NullMarked;
