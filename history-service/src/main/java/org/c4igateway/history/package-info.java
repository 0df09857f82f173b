/**
 * A service that keeps samples of DDS topics in PostgreSQL and gives them to readers that join later.
 * {@link org.c4igateway.history.HistoryLoop} is its one thread.
 */
@NullMarked
package org.c4igateway.history;

import org.jspecify.annotations.NullMarked;
