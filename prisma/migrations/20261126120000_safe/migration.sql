-- A branch's safe: what lies in it, one running sum a currency, and every move of it.
CREATE TABLE "safe" (
    "branch_id" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "balance" DECIMAL(20,4) NOT NULL DEFAULT 0,
    "opened_at" TIMESTAMPTZ(3),
    "moved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "safe_pkey" PRIMARY KEY ("branch_id","currency")
);
CREATE TABLE "safe_move" (
    "id" SERIAL NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" DECIMAL(20,4) NOT NULL,
    "balance" DECIMAL(20,4) NOT NULL,
    "expected" DECIMAL(20,4),
    "counted" DECIMAL(20,4),
    "reference" TEXT,
    "reason" TEXT,
    "given_by" INTEGER,
    "taken_by" INTEGER,
    "session_id" INTEGER,
    "cash_move_id" INTEGER,
    "order_payment_id" INTEGER,
    "banked_at" TIMESTAMPTZ(3),
    "banked_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "safe_move_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "safe_move_branch_id_id_idx" ON "safe_move"("branch_id", "id");
CREATE INDEX "safe_move_session_id_idx" ON "safe_move"("session_id");
CREATE UNIQUE INDEX "safe_move_cash_move_id_key" ON "safe_move"("cash_move_id");
CREATE INDEX "safe_move_order_payment_id_idx" ON "safe_move"("order_payment_id");

ALTER TABLE "safe" ADD CONSTRAINT "safe_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "safe_move" ADD CONSTRAINT "safe_move_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "safe_move" ADD CONSTRAINT "safe_move_given_by_fkey" FOREIGN KEY ("given_by") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "safe_move" ADD CONSTRAINT "safe_move_taken_by_fkey" FOREIGN KEY ("taken_by") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "safe_move" ADD CONSTRAINT "safe_move_banked_by_fkey" FOREIGN KEY ("banked_by") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "safe_move" ADD CONSTRAINT "safe_move_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "pos_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "safe_move" ADD CONSTRAINT "safe_move_cash_move_id_fkey" FOREIGN KEY ("cash_move_id") REFERENCES "pos_cash_move"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "safe_move" ADD CONSTRAINT "safe_move_order_payment_id_fkey" FOREIGN KEY ("order_payment_id") REFERENCES "order_payment"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Until its first count nobody knows what a safe holds; from then on it never holds less than nothing.
ALTER TABLE safe ADD CONSTRAINT safe_not_below_zero CHECK (opened_at IS NULL OR balance >= 0);
ALTER TABLE safe_move
  ADD CONSTRAINT safe_move_kind CHECK (kind IN ('opening', 'drop', 'hand_in', 'cash', 'in', 'out', 'bank', 'difference')),
  ADD CONSTRAINT safe_move_sign CHECK (CASE WHEN kind IN ('drop', 'hand_in', 'in') THEN amount > 0
    WHEN kind IN ('out', 'bank') THEN amount < 0 ELSE true END),
  ADD CONSTRAINT safe_move_count CHECK ((kind IN ('opening', 'difference')) = (counted IS NOT NULL)
    AND (counted IS NULL) = (expected IS NULL) AND counted - expected = amount),
  ADD CONSTRAINT safe_move_banked CHECK (kind = 'bank' OR (reference IS NULL AND banked_at IS NULL));

-- What is on its way to the bank: a few rows of an index.
CREATE INDEX safe_move_on_the_way ON safe_move (branch_id, id) WHERE kind = 'bank' AND banked_at IS NULL;

-- One move after the other: the sum's row is locked until the transaction ends, and moves are numbered in its order.
CREATE FUNCTION safe_move_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO safe AS s (branch_id, currency, balance, opened_at, moved_at)
  VALUES (NEW.branch_id, NEW.currency, NEW.amount, CASE NEW.kind WHEN 'opening' THEN NEW.created_at END, NEW.created_at)
  ON CONFLICT (branch_id, currency) DO UPDATE
    SET balance = s.balance + EXCLUDED.balance, opened_at = coalesce(s.opened_at, EXCLUDED.opened_at),
        moved_at = greatest(s.moved_at, EXCLUDED.moved_at)
  RETURNING s.balance INTO NEW.balance;
  NEW.id := nextval(pg_get_serial_sequence('safe_move', 'id'));
  RETURN NEW;
END $$;
CREATE TRIGGER safe_move_counted BEFORE INSERT ON safe_move FOR EACH ROW EXECUTE FUNCTION safe_move_counted();

-- A move stays as it was; only that its money has reached the bank is added once.
CREATE FUNCTION safe_move_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.banked_at IS NULL AND NEW.banked_at IS NOT NULL
     AND to_jsonb(OLD) - '{banked_at,banked_by,reference}'::text[] = to_jsonb(NEW) - '{banked_at,banked_by,reference}'::text[]
    THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'moves of a safe are append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER safe_move_append_only BEFORE UPDATE OR DELETE ON safe_move
  FOR EACH ROW EXECUTE FUNCTION safe_move_kept();

-- What is dropped out of a drawer, and what a driver hands in without one, comes into the safe of the branch.
CREATE FUNCTION safe_received() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO safe_move (branch_id, currency, kind, amount, reason, given_by, taken_by, session_id, cash_move_id, created_at)
  VALUES (NEW.branch_id, NEW.currency, NEW.kind, NEW.amount, NEW.reason,
          coalesce(NEW.driver_id, (SELECT opened_by FROM pos_session WHERE id = NEW.session_id)),
          NEW.account_id, NEW.session_id, NEW.id, NEW.created_at);
  RETURN NULL;
END $$;
CREATE TRIGGER safe_received AFTER INSERT ON pos_cash_move FOR EACH ROW
  WHEN (NEW.kind = 'drop' OR (NEW.kind = 'hand_in' AND NEW.session_id IS NULL)) EXECUTE FUNCTION safe_received();

-- What was counted at a close and does not stay in the drawer goes into the safe.
CREATE FUNCTION safe_received_rest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO safe_move (branch_id, currency, kind, amount, given_by, taken_by, session_id, created_at)
  VALUES (NEW.branch_id, NEW.currency, 'drop', NEW.end_session_amount - NEW.left_in_drawer, NEW.opened_by, NEW.closed_by,
          NEW.id, NEW.closed_at);
  RETURN NULL;
END $$;
CREATE TRIGGER safe_received_rest AFTER UPDATE ON pos_session FOR EACH ROW
  WHEN (OLD.status = 'open' AND NEW.status = 'closed' AND NEW.end_session_amount > NEW.left_in_drawer)
  EXECUTE FUNCTION safe_received_rest();

-- Cash of an order that no drawer and no driver has is in the safe, as soon as it is received; what is paid back of it
-- comes out of there.
CREATE FUNCTION safe_cash_counted(p order_payment, sign int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p.holder <> 'branch' OR p.status NOT IN ('received', 'refunded') OR p.amount = 0 THEN RETURN; END IF;
  INSERT INTO safe_move (branch_id, currency, kind, amount, given_by, taken_by, order_payment_id, created_at)
  SELECT o.branch_id, o.currency, 'cash', sign * p.amount, CASE WHEN sign * p.amount < 0 THEN p.account_id END,
         CASE WHEN sign * p.amount > 0 THEN p.account_id END, CASE WHEN sign > 0 THEN p.id END,
         coalesce(p.settled_at, p.created_at)
    FROM "order" o JOIN payment_method m ON m.id = p.payment_id AND m.type = 'cash' WHERE o.id = p.order_id;
END $$;
CREATE FUNCTION safe_paid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM safe_cash_counted(OLD, -1); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM safe_cash_counted(NEW, 1); END IF;
  RETURN NULL;
END $$;
-- payments of others cost a comparison
CREATE TRIGGER safe_cash_came AFTER INSERT ON order_payment FOR EACH ROW
  WHEN (NEW.holder = 'branch') EXECUTE FUNCTION safe_paid();
CREATE TRIGGER safe_cash_changed AFTER UPDATE ON order_payment FOR EACH ROW
  WHEN ((OLD.holder = 'branch' OR NEW.holder = 'branch') AND (OLD.status, OLD.holder, OLD.payment_id, OLD.amount)
    IS DISTINCT FROM (NEW.status, NEW.holder, NEW.payment_id, NEW.amount)) EXECUTE FUNCTION safe_paid();
