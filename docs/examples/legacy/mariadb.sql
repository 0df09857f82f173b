-- The invented C4I server on MariaDB, which the node may read and write but not change.
CREATE DATABASE legacy CHARACTER SET utf8mb4;

CREATE TABLE legacy.tx_message (
    unit_no     integer       NOT NULL,                     -- who writes
    msg_no      bigint        NOT NULL AUTO_INCREMENT UNIQUE,
    to_unit     integer       NOT NULL,                     -- 2: BRAVO, 3: CHARLIE
    kind        smallint      NOT NULL,                     -- 17: help request, 23: situation report
    urgency     smallint      NOT NULL,                     -- 9: at once ... 1: whenever
    status      smallint      NOT NULL,                     -- 10: draft, 20: released, 21: taken over, 22: delivered, 29: failed, 30: withdrawn
    body        varchar(8000),
    valid_until datetime,                                   -- Korean time
    PRIMARY KEY (unit_no, msg_no)
);

CREATE TABLE legacy.rx_message (
    rx_no       bigint        NOT NULL AUTO_INCREMENT PRIMARY KEY,
    from_unit   integer       NOT NULL,
    from_no     bigint        NOT NULL,
    kind        smallint      NOT NULL,
    urgency     smallint      NOT NULL,
    status      smallint      NOT NULL DEFAULT 50,          -- 50: new, 60: read
    body        varchar(8000) NOT NULL,
    UNIQUE (from_unit, from_no)
);
