/** Which faults there are, and how a schedule of them is drawn from a seed. */
@NullMarked
package org.c4igateway.lab.chaos.schedule;

import org.jspecify.annotations.NullMarked;
