/**
 * What waits for a link, on disk, so that it survives a restart: a {@link RecordJournal}, kept in a file by {@link
 * DiskJournal}. Knows nothing of what the records say.
 */
@NullMarked
package org.c4igateway.wan.journal;

import org.jspecify.annotations.NullMarked;
