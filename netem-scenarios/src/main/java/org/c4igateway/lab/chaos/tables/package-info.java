/** Runs in which C4I servers have tables of their own, which nodes read and write by the table bridge. */
@NullMarked
package org.c4igateway.lab.chaos.tables;

import org.jspecify.annotations.NullMarked;
