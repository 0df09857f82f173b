-- What the server of ALPHA does all day: it writes its text in CP949, and releases it.
INSERT INTO ops.message (kind, body)
VALUES ('REQ', CONVERT(_utf8mb4'MSGID/HELQUEST/1 DIV/0001/NOV//\nGENTEXT/REMARKS/적 전차 3대 북상//\n' USING euckr));
UPDATE ops.message SET status = 1 WHERE status = 0;
