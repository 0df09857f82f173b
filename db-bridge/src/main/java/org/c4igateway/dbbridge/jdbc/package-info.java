/** How the node reaches PostgreSQL: connections, and what a database error means. */
@NullMarked
package org.c4igateway.dbbridge.jdbc;

import org.jspecify.annotations.NullMarked;
