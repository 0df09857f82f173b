/** Round trips by size of payload: series, curves and tables. */
@NullMarked
package org.c4igateway.lab.report.ladder;

import org.jspecify.annotations.NullMarked;
