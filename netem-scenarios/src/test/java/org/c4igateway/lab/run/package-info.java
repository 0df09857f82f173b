@NullMarked
package org.c4igateway.lab.run;

import org.jspecify.annotations.NullMarked;
