-- A refused message is repeated by its origin until the refusal has reached it; this finds what is parked already.
CREATE INDEX dead_letter_identity ON c4i.dead_letter (origin_system, origin_sequence)
    WHERE direction = 'inbound' AND origin_system IS NOT NULL;
