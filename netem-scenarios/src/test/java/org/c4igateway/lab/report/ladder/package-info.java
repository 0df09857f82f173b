@NullMarked
package org.c4igateway.lab.report.ladder;

import org.jspecify.annotations.NullMarked;
