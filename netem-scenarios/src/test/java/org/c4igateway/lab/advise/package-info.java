@NullMarked
package org.c4igateway.lab.advise;

import org.jspecify.annotations.NullMarked;
