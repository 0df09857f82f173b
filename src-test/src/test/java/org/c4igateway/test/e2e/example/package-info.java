/** Programs of the directory examples, against running nodes. */
@NullMarked
package org.c4igateway.test.e2e.example;

import org.jspecify.annotations.NullMarked;
