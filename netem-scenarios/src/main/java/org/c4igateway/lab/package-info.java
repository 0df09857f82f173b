/** The lab: scenarios on real node processes over impaired links. */
@NullMarked
package org.c4igateway.lab;

import org.jspecify.annotations.NullMarked;
