/**
 * Keeps records that wait for a link on disk, so that they survive a restart: a {@link RecordJournal}, kept in a file
 * by {@link DiskJournal}. Does not interpret the records.
 */
@NullMarked
package org.c4igateway.wan.journal;

import org.jspecify.annotations.NullMarked;
