@NullMarked
package org.c4igateway.cli;

import org.jspecify.annotations.NullMarked;
