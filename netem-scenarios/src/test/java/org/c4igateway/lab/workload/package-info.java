@NullMarked
package org.c4igateway.lab.workload;

import org.jspecify.annotations.NullMarked;
