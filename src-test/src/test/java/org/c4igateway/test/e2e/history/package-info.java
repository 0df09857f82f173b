/** History that outlives its writer: the service as a process, writers and late readers in another language. */
@NullMarked
package org.c4igateway.test.e2e.history;

import org.jspecify.annotations.NullMarked;
