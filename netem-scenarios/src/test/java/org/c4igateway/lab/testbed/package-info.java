@NullMarked
package org.c4igateway.lab.testbed;

import org.jspecify.annotations.NullMarked;
