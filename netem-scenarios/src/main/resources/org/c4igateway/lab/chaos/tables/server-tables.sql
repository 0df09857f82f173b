-- Tables of a C4I server that knows nothing of the gateway. %1$s: role of the server; %2$s: role of the node.
create schema server;

create table server.tx (
    id           bigint generated always as identity primary key,
    topic        text    not null,
    precedence   int     not null,
    payload      bytea   not null,
    subject      text    not null,
    destinations text    not null,
    published    boolean not null,
    taken        boolean not null default false,
    state        text,
    detail       text
);

create table server.rx (
    id         bigint generated always as identity primary key,
    origin     text   not null,
    sequence   bigint not null,
    tx_id      bigint not null,
    topic      text   not null,
    precedence int    not null,
    subject    text   not null,
    payload    bytea  not null,
    unique (origin, sequence)
);

grant usage on schema server to "%1$s", "%2$s";
grant select, insert on server.tx to "%1$s";
grant select, update (taken, state, detail) on server.tx to "%2$s";
grant select, insert on server.rx to "%2$s";
