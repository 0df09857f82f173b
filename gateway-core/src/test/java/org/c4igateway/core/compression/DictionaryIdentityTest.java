package org.c4igateway.core.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DictionaryIdentityTest {
    /** FIPS 180-2, appendix B.1: the digest of "abc" begins with ba7816bf 8f01cfea. */
    @Test
    void isTheBeginningOfTheDigestOfItsContent() {
        byte[] content = "abc".getBytes(StandardCharsets.US_ASCII);

        CompressionDictionary dictionary = CompressionDictionary.of(content);

        assertThat(dictionary.identity()).isEqualTo(0xba7816bf8f01cfeaL);
        assertThat(dictionary.tag()).isEqualTo(0xcfea);
        assertThat(dictionary.bytes()).isSameAs(content);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, CompressionDictionary.MAX_BYTES})
    void hasAByteAndUpToAMebibyte(int bytes) {
        assertThat(CompressionDictionary.of(new byte[bytes]).bytes()).hasSize(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, CompressionDictionary.MAX_BYTES + 1})
    void hasNoOtherSize(int bytes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressionDictionary.of(new byte[bytes]))
                .withMessageContaining("has 1 to 1048576 bytes: " + bytes);
    }

    @Test
    void isShipped() {
        assertThat(CompressionDictionary.shipped())
                .isNotEmpty()
                .allSatisfy(dictionary -> assertThat(dictionary.bytes()).isNotEmpty());
    }
}
