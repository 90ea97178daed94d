-- +goose Up
-- The workbook of a daily report has the name of the CSV file with the ending xlsx. A report without one, of an earlier release, is made anew.
ALTER TABLE order_reports ADD COLUMN workbook_size BIGINT;
ALTER TABLE order_reports ADD COLUMN workbook_sha256 TEXT;
