-- An invented C4I server as it may be found: numbers for everything, text payloads, composite keys, its own sequences.
CREATE SCHEMA legacy;

CREATE TABLE legacy.unit (
    unit_no  integer     PRIMARY KEY,
    c4i_name varchar(32) NOT NULL UNIQUE
);
INSERT INTO legacy.unit VALUES (1, 'ALPHA'), (2, 'BRAVO'), (3, 'CHARLIE');

CREATE SEQUENCE legacy.tx_no;
CREATE TABLE legacy.tx_message (
    unit_no     integer       NOT NULL REFERENCES legacy.unit,           -- who writes
    msg_no      bigint        NOT NULL DEFAULT nextval('legacy.tx_no'),
    to_unit     integer       NOT NULL REFERENCES legacy.unit,
    kind        smallint      NOT NULL,                                  -- 17: help request, 23: situation report
    urgency     smallint      NOT NULL,                                  -- 9: at once ... 1: whenever
    status      smallint      NOT NULL,                                  -- 10: draft, 20: released, 30: withdrawn
    body        varchar(8000),
    valid_until timestamp,                                               -- Korean time
    PRIMARY KEY (unit_no, msg_no)
);

CREATE SEQUENCE legacy.rx_no;
CREATE TABLE legacy.rx_message (
    unit_no     integer       NOT NULL REFERENCES legacy.unit,           -- who reads
    rx_no       bigint        NOT NULL,
    from_unit   integer       NOT NULL REFERENCES legacy.unit,
    from_no     bigint        NOT NULL,
    kind        smallint      NOT NULL,
    urgency     smallint      NOT NULL,
    status      smallint      NOT NULL DEFAULT 50,                       -- 50: new, 60: read
    body        varchar(8000) NOT NULL,
    PRIMARY KEY (unit_no, rx_no),
    UNIQUE (from_unit, from_no)
);

DO $$
BEGIN
    CREATE ROLE legacy_app LOGIN;
EXCEPTION WHEN duplicate_object THEN
    NULL;
END $$;
GRANT USAGE ON SCHEMA legacy TO legacy_app;
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA legacy TO legacy_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA legacy TO legacy_app;
