/**
 * Messages for measurements: the samples of the repository, generated documents, and a harness for the parser's rate.
 */
@NullMarked
package org.c4igateway.topics.mtf.corpus;

import org.jspecify.annotations.NullMarked;
