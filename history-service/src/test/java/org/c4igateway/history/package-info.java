/** Tests of the history service. */
@org.jspecify.annotations.NullMarked
package org.c4igateway.history;
