/** What breaks a system of a run of chaos and mends it again, and what carries out a schedule of that. */
@NullMarked
package org.c4igateway.lab.chaos.fault;

import org.jspecify.annotations.NullMarked;
