/** What a page of a report is made of, and the templates that write it. */
@NullMarked
package org.c4igateway.lab.report.page;

import org.jspecify.annotations.NullMarked;
