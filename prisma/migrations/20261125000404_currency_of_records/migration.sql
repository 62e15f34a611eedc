-- A record keeps the currency that it was written in. What is written takes the shop's, unless it says another.
CREATE FUNCTION shop_currency() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT data->>'Currency' FROM setting WHERE id = 1), 'QAR')
$$;

ALTER TABLE "receipt" ADD COLUMN "currency" TEXT NOT NULL DEFAULT shop_currency();
ALTER TABLE "pos_session" ADD COLUMN "currency" TEXT NOT NULL DEFAULT shop_currency();
ALTER TABLE "pos_cash_move" ADD COLUMN "currency" TEXT NOT NULL DEFAULT shop_currency();

-- A drawer of a time in which the shop traded in another currency: its orders say which.
UPDATE pos_session s SET currency = o.currency
  FROM (SELECT DISTINCT ON (pos_session_id) pos_session_id, currency FROM "order"
         WHERE pos_session_id IS NOT NULL ORDER BY pos_session_id, id) o
 WHERE o.pos_session_id = s.id AND o.currency <> s.currency;
