/** Commands that work on an interface database: send, status, resync. */
@NullMarked
package org.c4igateway.cli.database;

import org.jspecify.annotations.NullMarked;
