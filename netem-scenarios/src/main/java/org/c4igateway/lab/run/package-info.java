/**
 * Runs of experiments: fresh networks, databases and processes for each, measured from outside by what the databases
 * committed.
 */
@NullMarked
package org.c4igateway.lab.run;

import org.jspecify.annotations.NullMarked;
