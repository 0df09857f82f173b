package org.c4igateway.dbbridge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.c4igateway.dbbridge.jdbc.DatabaseUrl.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseUrlTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db/c4i",
                "jdbc:postgresql://db:5432,other:5432/c4i?targetServerType=primary",
                "jdbc:postgresql://db/c4i?sslmode=verify-full&sslkey=user.pk8",
                "jdbc:postgresql://db/password=x"
            })
    void takesAddressAndParameters(String url) {
        assertThat(DatabaseUrl.fault(url)).isEmpty();
        assertThat(new DatabaseSettings(url, "bridge", "geheim", 2))
                .hasToString("DatabaseSettings[url=" + url + ", user=bridge, poolSize=2]");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db/c4i?password=x, PASSWORD",
        "jdbc:postgresql://db/c4i?sslmode=require&PassWord=x, PASSWORD",
        "jdbc:postgresql://bridge:x@db/c4i, PASSWORD",
        "jdbc:postgresql://db/c4i?sslpassword=x, KEY_PASSWORD",
        "jdbc:postgresql://db/c4i?user=x, USER",
        "jdbc:mysql://db/c4i, SYNTAX",
        "jdbc:postgresql://db:port/c4i, SYNTAX",
        "'', SYNTAX"
    })
    void takesNoSecretAndNoLogin(String url, Fault fault) {
        assertThat(DatabaseUrl.fault(url)).contains(fault);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DatabaseSettings(url, "bridge", "", 2))
                .withMessageContaining(fault.name());
    }

    @Test
    void needsTwoConnections() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DatabaseSettings("jdbc:postgresql://db/c4i", "bridge", "", 1))
                .withMessage("pool size must be at least 2: 1");
    }
}
