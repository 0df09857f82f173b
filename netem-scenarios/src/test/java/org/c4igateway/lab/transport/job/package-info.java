@NullMarked
package org.c4igateway.lab.transport.job;

import org.jspecify.annotations.NullMarked;
