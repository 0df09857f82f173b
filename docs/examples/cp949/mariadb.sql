-- An invented C4I server on MariaDB that keeps its messages as bytes in CP949. The node may read and write it but not change it.
CREATE DATABASE ops;

CREATE TABLE ops.message (
    id      bigint        NOT NULL AUTO_INCREMENT PRIMARY KEY,
    kind    varchar(8)    NOT NULL,                       -- REQ: help request, SIT: situation report
    flash   boolean       NOT NULL DEFAULT false,
    status  smallint      NOT NULL DEFAULT 0,             -- 0: draft, 1: to be sent, 2: on its way, 3: delivered, 9: failed
    fault   varchar(1000),
    body    varbinary(8000) NOT NULL                      -- CP949
);

CREATE USER c4i_node IDENTIFIED BY 'change-me';
GRANT SELECT ON ops.message TO c4i_node;
GRANT UPDATE (status, fault) ON ops.message TO c4i_node;
