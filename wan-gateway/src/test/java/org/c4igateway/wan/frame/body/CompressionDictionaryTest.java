package org.c4igateway.wan.frame.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.wan.frame.DictionaryTrainer;
import org.junit.jupiter.api.Test;

class CompressionDictionaryTest {
    @Test
    void shipsWhatTheTrainerMakes() {
        byte[] trained = DictionaryTrainer.train(DictionaryTrainer.samples(Path.of("../samples")));

        assertThat(CompressionDictionary.shipped().getFirst().bytes())
                .as("samples, generators or zstd have changed: see DictionaryTrainer before shipping another one")
                .isEqualTo(trained);
    }

    @Test
    void isKnownByItsHash() {
        assertThat(CompressionDictionary.shipped().getFirst().identity()).isEqualTo(0xcc57b5d17fe2727eL);
        assertThat(CompressionDictionary.of(new byte[] {1}).identity())
                .isEqualTo(0x4bf5122f344554c5L)
                .isNotEqualTo(CompressionDictionary.of(new byte[] {2}).identity());
    }

    @Test
    void hasABound() {
        assertThatThrownBy(() -> CompressionDictionary.of(new byte[0])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CompressionDictionary.of(new byte[CompressionDictionary.MAX_BYTES + 1]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
