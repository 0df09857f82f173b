@NullMarked
package org.c4igateway.cli.database;

import org.jspecify.annotations.NullMarked;
