package org.c4igateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretMaskTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "c4i.database.password",
                "c4i.database.owner-password",
                "c4i.console.users[kim].password",
                "server.ssl.key-store-password",
                "server.ssl.keyStorePassword",
                "server.ssl.key_store_password",
                "SERVER.SSL.KEYSTOREPASSWORD"
            })
    void knowsTheKeyOfAPasswordInEachSpelling(String key) {
        assertThat(SecretMask.shown(key, "secret of mine")).isEqualTo("***");
    }

    @ParameterizedTest
    @ValueSource(strings = {"c4i.database.username", "c4i.transports.jms.tls.key-store", "server.port"})
    void showsWhatIsNoPassword(String key) {
        assertThat(SecretMask.shown(key, "value")).isEqualTo("value");
    }
}
