-- Which column of a supplier's lists is what, known from the last list that was read.
ALTER TABLE supplier ADD COLUMN sheet_columns JSONB;
