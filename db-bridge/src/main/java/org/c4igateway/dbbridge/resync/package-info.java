/**
 * After a restore: what two systems have of each other, compared by file, without a network between their databases.
 */
@NullMarked
package org.c4igateway.dbbridge.resync;

import org.jspecify.annotations.NullMarked;
