/** Queries about single messages in an interface database, and the actions of operators on them. */
@NullMarked
package org.c4igateway.dbbridge.trail;

import org.jspecify.annotations.NullMarked;
