/** Configuration files of the processes of a testbed. */
@NullMarked
package org.c4igateway.lab.testbed.config;

import org.jspecify.annotations.NullMarked;
