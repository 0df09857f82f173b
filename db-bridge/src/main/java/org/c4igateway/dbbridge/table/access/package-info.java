/** What both directions of the table bridge use: settings, sessions elsewhere, fenced transactions, progress. */
@NullMarked
package org.c4igateway.dbbridge.table.access;

import org.jspecify.annotations.NullMarked;
