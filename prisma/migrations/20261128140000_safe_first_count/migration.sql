-- A first count below what was dropped before is a move below zero. INSERT … ON CONFLICT checks the row that it proposes,
-- which was that move alone, and refused it; so the sum is changed where it is, and created empty if it is not there.
CREATE OR REPLACE FUNCTION safe_move_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOOP
    UPDATE safe s
       SET balance = s.balance + NEW.amount, moved_at = greatest(s.moved_at, NEW.created_at),
           opened_at = coalesce(s.opened_at, CASE NEW.kind WHEN 'opening' THEN NEW.created_at END)
     WHERE s.branch_id = NEW.branch_id AND s.currency = NEW.currency
    RETURNING s.balance INTO NEW.balance;
    EXIT WHEN FOUND;
    INSERT INTO safe (branch_id, currency, moved_at) VALUES (NEW.branch_id, NEW.currency, NEW.created_at)
    ON CONFLICT DO NOTHING;
  END LOOP;
  NEW.id := nextval(pg_get_serial_sequence('safe_move', 'id'));
  RETURN NEW;
END $$;
