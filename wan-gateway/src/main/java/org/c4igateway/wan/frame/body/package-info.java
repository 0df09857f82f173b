/** The body of a frame: chunks of records with range-coded heads and compressed text. */
@NullMarked
package org.c4igateway.wan.frame.body;

import org.jspecify.annotations.NullMarked;
