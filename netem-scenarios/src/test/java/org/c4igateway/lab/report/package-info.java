@NullMarked
package org.c4igateway.lab.report;

import org.jspecify.annotations.NullMarked;
