@NullMarked
package org.c4igateway.lab.testbed.disk;

import org.jspecify.annotations.NullMarked;
