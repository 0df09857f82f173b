/** What is measured during a run: submissions, deliveries, completion, recovery, links, processors. */
@NullMarked
package org.c4igateway.lab.run.measure;

import org.jspecify.annotations.NullMarked;
