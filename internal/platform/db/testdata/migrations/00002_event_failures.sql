-- before
INSERT INTO event_positions (name, position) VALUES ('schedule', 7);
-- after
SELECT position = 7 AND set_aside = 0 FROM event_positions WHERE name = 'schedule';
SELECT COUNT(*) = 0 FROM event_failures;
