package org.c4igateway.lab.testbed.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.c4igateway.lab.tool.ToolRun;

/** What a standby starts with: a copy of the files of a running primary, as pg_basebackup makes one. */
final class BaseBackup {
    private BaseBackup() {}

    /**
     * Makes one; blocks until it is copied.
     *
     * @param primary connection of a superuser
     * @param from data of the primary, on this machine
     * @param to data of the standby; what is there is deleted
     */
    static void take(Connection primary, Path from, Path to) throws SQLException, IOException {
        try (Statement statement = primary.createStatement()) {
            statement.execute("select pg_backup_start('standby', true)");
            // A file may go while it is copied: then the log, which the primary sends from the beginning of the backup
            // on, says so.
            ToolRun.script("""
                    rm -rf %2$s
                    mkdir -m 700 %2$s
                    cp -a %1$s/. %2$s/ 2>/dev/null || true
                    rm -rf %2$s/postmaster.pid %2$s/postmaster.opts %2$s/pg_wal/*
                    """.formatted(from, to)).orThrow("copying the database server");
            try (ResultSet stopped = statement.executeQuery("select labelfile from pg_backup_stop(false)")) {
                stopped.next();
                Files.writeString(to.resolve("backup_label"), stopped.getString(1));
            }
        }
        Files.createFile(to.resolve("standby.signal"));
    }
}
