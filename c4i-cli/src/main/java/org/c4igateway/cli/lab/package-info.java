/** Commands of the lab: list, run, report, clean. */
@NullMarked
package org.c4igateway.cli.lab;

import org.jspecify.annotations.NullMarked;
