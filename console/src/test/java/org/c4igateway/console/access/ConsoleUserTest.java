package org.c4igateway.console.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleUserTest {
    @Test
    void takesItsOwnHashes() {
        assertThat(user(ConsoleUser.hashed("correct horse battery")).hasUsablePassword())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"twelve chars", "가나다라마바사아자차카타파하가나다라마바사아자차"})
    void takesWhatBcryptSeesWhole(String password) {
        assertThat(user(password).hasUsablePassword()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "too short",
                "가나다라마바사아자차카타파하가나다라마바사아자차카",
                "{bcrypt}",
                "{bcrypt}$2a$10$cut.off",
                "{bcrypt}correct horse battery"
            })
    void refusesWhatNobodyCouldLogInWith(String password) {
        assertThat(user(password).hasUsablePassword()).isFalse();
    }

    private static ConsoleUser user(String password) {
        return new ConsoleUser(password, null, Role.VIEWER);
    }
}
