/** What is sent in experiments: message texts, and their submission at times fixed in advance. */
@NullMarked
package org.c4igateway.lab.workload;

import org.jspecify.annotations.NullMarked;
