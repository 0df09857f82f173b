/** PostgreSQL servers and interface databases for tests of this and other modules. */
@NullMarked
package org.c4igateway.dbbridge.database;

import org.jspecify.annotations.NullMarked;
