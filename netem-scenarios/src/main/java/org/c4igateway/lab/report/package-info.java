/** Reports of experiments: one page of HTML with charts, tables as CSV and JSON, histograms as they were recorded. */
@NullMarked
package org.c4igateway.lab.report;

import org.jspecify.annotations.NullMarked;
