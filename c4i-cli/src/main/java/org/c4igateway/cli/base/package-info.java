/** What all commands share: exit status, errors, tables, progress, files. */
@NullMarked
package org.c4igateway.cli.base;

import org.jspecify.annotations.NullMarked;
