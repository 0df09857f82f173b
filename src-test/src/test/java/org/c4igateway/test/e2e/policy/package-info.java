/** What is found in payloads, refused, and replayed by an operator. */
@NullMarked
package org.c4igateway.test.e2e.policy;

import org.jspecify.annotations.NullMarked;
