package org.c4igateway.dbbridge.retention;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/** One day of one partitioned table. */
record Day(String parent, LocalDate day) {
    /** @return name of its partition, as {@code c4i.partition_name} gives it */
    String partition() {
        return parent + "_" + DateTimeFormatter.BASIC_ISO_DATE.format(day);
    }
}
