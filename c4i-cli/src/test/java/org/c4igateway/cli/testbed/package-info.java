@NullMarked
package org.c4igateway.cli.testbed;

import org.jspecify.annotations.NullMarked;
