/** The table bridge: tables of databases elsewhere, read and written over JDBC, without triggers. */
@NullMarked
package org.c4igateway.dbbridge.table;

import org.jspecify.annotations.NullMarked;
