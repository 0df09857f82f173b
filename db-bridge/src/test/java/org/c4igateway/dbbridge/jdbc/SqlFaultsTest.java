package org.c4igateway.dbbridge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

class SqlFaultsTest {
    @ParameterizedTest
    @CsvSource({
        "08006, true, DATABASE_UNAVAILABLE",
        "57P01, true, DATABASE_UNAVAILABLE",
        "57P03, true, DATABASE_UNAVAILABLE",
        "53300, true, DATABASE_UNAVAILABLE",
        "53100, true, DATABASE_UNAVAILABLE",
        "40001, true, DATABASE_UNAVAILABLE",
        "40P01, true, DATABASE_UNAVAILABLE",
        "55P03, true, DATABASE_UNAVAILABLE",
        "25006, true, DATABASE_UNAVAILABLE",
        "58030, true, DATABASE_UNAVAILABLE",
        "22021, false, DATABASE_REFUSED",
        "23514, false, DATABASE_REFUSED",
        "28P01, false, CONFIGURATION",
        "3D000, false, CONFIGURATION",
        "42501, false, DATABASE_REFUSED",
        "42P01, false, DATABASE_REFUSED",
        "0A000, false, DATABASE_REFUSED",
        "C4010, false, FENCED",
    })
    void decidesByTheStateAlone(String state, boolean passing, ErrorCode code) {
        GatewayException fault = SqlFaults.translate(new SQLException("connection refused", state), "testing");

        assertThat(fault instanceof GatewayException.Transient).isEqualTo(passing);
        assertThat(fault.errorCode()).isEqualTo(code);
    }

    /** The server says "insufficient privilege" also of files: EACCES, EPERM and EROFS. */
    @ParameterizedTest
    @CsvSource({"md.c, true", "xlog.c, true", "aclchk.c, false", "postinit.c, false", "pl_exec.c, false"})
    void tellsAReadOnlyDiskFromAMissingRight(String file, boolean passing) {
        SQLException refused = new PSQLException(new ServerErrorMessage(
                "SERROR\0C42501\0Mcould not extend file: Read-only file system\0F" + file + "\0"));

        assertThat(SqlFaults.translate(refused, "testing") instanceof GatewayException.Transient)
                .isEqualTo(passing);
        assertThat(SqlFaults.mayBeOfOneRow(refused)).isEqualTo(!passing);
        assertThat(SqlFaults.isOfTheStatement(refused)).isEqualTo(!passing);
    }

    @Test
    void saysWhatWasBeingDoneAndTheStateIfThereIsOne() {
        assertThat(SqlFaults.translate(new SQLException("no", "57P01"), "reading"))
                .hasMessageContaining("reading: no [57P01]");
        assertThat(SqlFaults.translate(new SQLException("no"), "reading"))
                .hasMessageContaining("reading: no")
                .hasMessageNotContaining("[]");
    }

    @Test
    void looksForTheStateBehindAPoolsException() {
        SQLException pool = new SQLTransientConnectionException("timed out", new SQLException("no", "28P01"));

        assertThat(SqlFaults.translate(pool, "testing")).isInstanceOf(GatewayException.Fatal.class);
    }

    @Test
    void triesAgainWhenThePoolGivesNoState() {
        assertThat(SqlFaults.translate(new SQLTransientConnectionException("timed out"), "testing"))
                .isInstanceOf(GatewayException.Transient.class);
    }

    @ParameterizedTest
    @CsvSource({
        // state, duplicate, conflict, data, one row, passes, waits, of the statement, without restart
        "23505, true, true, true, true, false, false, false, false",
        "23P01, false, true, true, true, false, false, false, false",
        "22021, false, false, true, true, false, false, false, false",
        "55P03, false, false, false, true, true, true, true, true",
        "57014, false, false, false, true, true, true, true, true",
        "XX000, false, false, false, true, true, false, true, true",
        "42P01, false, false, false, true, false, false, true, false",
        "P0001, false, false, false, true, false, false, false, false",
        "28P01, false, false, false, false, false, false, false, true",
        "3D000, false, false, false, false, false, false, false, true",
        "40001, false, false, false, false, false, false, false, true",
        "C4010, false, false, false, false, false, false, false, true",
        ", false, false, false, false, false, false, false, true"
    })
    void tellsWhatMayBeDone(
            String state,
            boolean duplicate,
            boolean conflict,
            boolean data,
            boolean oneRow,
            boolean passes,
            boolean waits,
            boolean statement,
            boolean withoutRestart) {
        SQLException cause = new SQLException("refused", state);

        assertThat(SqlFaults.isDuplicate(cause)).isEqualTo(duplicate);
        assertThat(SqlFaults.isConflict(cause)).isEqualTo(conflict);
        assertThat(SqlFaults.isDataError(cause)).isEqualTo(data);
        assertThat(SqlFaults.mayBeOfOneRow(cause)).isEqualTo(oneRow);
        assertThat(SqlFaults.mayPass(cause)).isEqualTo(passes);
        assertThat(SqlFaults.isWait(cause)).isEqualTo(waits);
        assertThat(SqlFaults.isOfTheStatement(cause)).isEqualTo(statement);
        assertThat(SqlFaults.passesWithoutRestart(SqlFaults.translate(cause, "testing")))
                .isEqualTo(withoutRestart);
    }
}
