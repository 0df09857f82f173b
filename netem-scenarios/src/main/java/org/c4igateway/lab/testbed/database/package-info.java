/** Database servers and interface databases of a testbed. */
@NullMarked
package org.c4igateway.lab.testbed.database;

import org.jspecify.annotations.NullMarked;
