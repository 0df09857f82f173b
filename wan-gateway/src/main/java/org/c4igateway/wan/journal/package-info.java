/**
 * Keeps records that wait for a link on disk, so that they survive a restart. Three layers: {@link RecordJournal} as
 * its user sees it; {@link DiskJournal}, which knows what it holds and goes on when the disk refuses; {@link
 * JournalFile} and {@link JournalStore}, the file on disk. Does not interpret the records.
 */
@NullMarked
package org.c4igateway.wan.journal;

import org.jspecify.annotations.NullMarked;
