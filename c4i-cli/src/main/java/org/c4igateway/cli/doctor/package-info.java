/** What this machine has and lacks: checks that look without changing anything. */
@NullMarked
package org.c4igateway.cli.doctor;

import org.jspecify.annotations.NullMarked;
