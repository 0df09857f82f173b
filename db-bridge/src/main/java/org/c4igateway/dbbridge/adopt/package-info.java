/**
 * Mappings between tables of a C4I server and the interface database: the file that names them, the SQL that adopts
 * them by triggers, and its check against a database.
 */
@NullMarked
package org.c4igateway.dbbridge.adopt;

import org.jspecify.annotations.NullMarked;
