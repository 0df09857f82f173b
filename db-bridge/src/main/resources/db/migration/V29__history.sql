-- Samples of DDS topics, kept by the history service (c4i history) for readers that come when their writers have gone. The service is
-- the only one that writes here; nodes neither read nor write it.
SET LOCAL ROLE c4i_owner;

CREATE TABLE c4i.history_sample (
    id            bigint      PRIMARY KEY,
    dds_partition text        NOT NULL,
    topic         text        NOT NULL,
    origin        text        NOT NULL,
    subject       text        NOT NULL,
    sequence      bigint      NOT NULL,
    source_ns     bigint      NOT NULL,
    stored_at     timestamptz NOT NULL DEFAULT now(),
    sample        bytea       NOT NULL
);
CREATE INDEX history_sample_of_topic ON c4i.history_sample (dds_partition, topic, id);
COMMENT ON TABLE c4i.history_sample IS 'What the history service keeps of DDS topics, in the order in which it came.';
COMMENT ON COLUMN c4i.history_sample.origin IS 'System that submitted the message; with subject the key of the instance.';
COMMENT ON COLUMN c4i.history_sample.sequence IS 'Number given by the origin; unsigned, so that from 2^63 on it is negative here.';
COMMENT ON COLUMN c4i.history_sample.source_ns IS 'When it was written, by the clock of its writer, in nanoseconds since 1970.';
COMMENT ON COLUMN c4i.history_sample.sample IS 'The sample as kmtf::Message in CDR, with its header.';

-- The service's login needs nothing else. Where the migration may make no roles and the role is not there yet, c4i database prepare
-- --history makes it later and calls this again.
CREATE FUNCTION c4i.admit_history() RETURNS boolean
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'c4i_history') THEN
        RETURN false;
    END IF;
    GRANT USAGE ON SCHEMA c4i TO c4i_history;
    GRANT SELECT ON c4i.schema_history TO c4i_history;
    GRANT SELECT, INSERT, DELETE ON c4i.history_sample TO c4i_history;
    RETURN true;
END $$;
REVOKE ALL ON FUNCTION c4i.admit_history FROM PUBLIC;
RESET ROLE;

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'c4i_history') THEN
        CREATE ROLE c4i_history NOLOGIN;
    END IF;
EXCEPTION
    WHEN duplicate_object OR unique_violation THEN
        NULL; -- created by the migration of another interface database meanwhile
    WHEN insufficient_privilege THEN
        NULL; -- made by c4i database prepare
END $$;

SELECT c4i.admit_history();
