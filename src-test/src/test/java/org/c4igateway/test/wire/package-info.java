/** What crosses to another process or outlives one, compared with the frozen samples of each release. */
@NullMarked
package org.c4igateway.test.wire;

import org.jspecify.annotations.NullMarked;
