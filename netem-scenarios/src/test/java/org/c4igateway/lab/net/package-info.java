@NullMarked
package org.c4igateway.lab.net;

import org.jspecify.annotations.NullMarked;
