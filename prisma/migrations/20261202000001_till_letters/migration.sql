-- Tills that sell on their own: the browsers that are paired with them, what they send, what of it differs from the shop, and
-- the carts that are put aside (docs/rules/till-sales.md).
ALTER TABLE "order" ADD COLUMN     "till_no" TEXT;

ALTER TABLE "pos_session" ADD COLUMN     "late_of" INTEGER;

CREATE TABLE "pos_pairing" (
    "device_id" INTEGER NOT NULL,
    "epoch" INTEGER NOT NULL,
    "public_key" TEXT NOT NULL,
    "paired_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paired_by" INTEGER,
    "ended_at" TIMESTAMPTZ(3),
    "app_version" TEXT,
    "storage_kept" BOOLEAN,
    "last_no" INTEGER NOT NULL DEFAULT 0,
    "next_seq" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "pos_pairing_pkey" PRIMARY KEY ("device_id","epoch")
);

CREATE TABLE "pos_pairing_code" (
    "device_id" INTEGER NOT NULL,
    "tag" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_by" INTEGER,

    CONSTRAINT "pos_pairing_code_pkey" PRIMARY KEY ("device_id")
);

CREATE TABLE "pos_inbox" (
    "uuid" UUID NOT NULL,
    "id" SERIAL NOT NULL,
    "device_id" INTEGER NOT NULL,
    "epoch" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "signature" TEXT NOT NULL,
    "proven" BOOLEAN NOT NULL DEFAULT true,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" TEXT NOT NULL,
    "order_id" INTEGER,
    "return_id" INTEGER,
    "problem" JSONB,
    "account_id" INTEGER,

    CONSTRAINT "pos_inbox_pkey" PRIMARY KEY ("uuid")
);

CREATE TABLE "pos_exception" (
    "id" SERIAL NOT NULL,
    "inbox" UUID NOT NULL,
    "order_id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "device_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "amount" DECIMAL(14,4),
    "currency" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_by" INTEGER,
    "closed_at" TIMESTAMPTZ(3),
    "note" TEXT,

    CONSTRAINT "pos_exception_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "pos_hold" (
    "uuid" UUID NOT NULL,
    "id" SERIAL NOT NULL,
    "device_id" INTEGER NOT NULL,
    "branch_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "cart" TEXT NOT NULL,
    "account_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "taken_by_device" INTEGER,
    "taken_at" TIMESTAMPTZ(3),

    CONSTRAINT "pos_hold_pkey" PRIMARY KEY ("uuid")
);

CREATE UNIQUE INDEX "pos_pairing_code_tag_key" ON "pos_pairing_code"("tag");

CREATE UNIQUE INDEX "pos_inbox_id_key" ON "pos_inbox"("id");

CREATE INDEX "pos_inbox_branch_id_id_idx" ON "pos_inbox"("branch_id", "id");

CREATE INDEX "pos_inbox_device_id_id_idx" ON "pos_inbox"("device_id", "id");

CREATE INDEX "pos_inbox_order_id_idx" ON "pos_inbox"("order_id");

CREATE INDEX "pos_exception_branch_id_id_idx" ON "pos_exception"("branch_id", "id");

CREATE INDEX "pos_exception_order_id_idx" ON "pos_exception"("order_id");

CREATE UNIQUE INDEX "pos_hold_id_key" ON "pos_hold"("id");

CREATE INDEX "pos_hold_branch_id_id_idx" ON "pos_hold"("branch_id", "id");

CREATE INDEX "pos_hold_expires_at_idx" ON "pos_hold"("expires_at");

ALTER TABLE "pos_session" ADD CONSTRAINT "pos_session_late_of_fkey" FOREIGN KEY ("late_of") REFERENCES "pos_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "pos_pairing" ADD CONSTRAINT "pos_pairing_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "pos_device"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "pos_pairing_code" ADD CONSTRAINT "pos_pairing_code_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "pos_device"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "pos_inbox" ADD CONSTRAINT "pos_inbox_device_id_epoch_fkey" FOREIGN KEY ("device_id", "epoch") REFERENCES "pos_pairing"("device_id", "epoch") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "pos_inbox" ADD CONSTRAINT "pos_inbox_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "pos_inbox" ADD CONSTRAINT "pos_inbox_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "pos_exception" ADD CONSTRAINT "pos_exception_inbox_fkey" FOREIGN KEY ("inbox") REFERENCES "pos_inbox"("uuid") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "pos_exception" ADD CONSTRAINT "pos_exception_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "pos_exception" ADD CONSTRAINT "pos_exception_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "pos_exception" ADD CONSTRAINT "pos_exception_closed_by_fkey" FOREIGN KEY ("closed_by") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "pos_hold" ADD CONSTRAINT "pos_hold_branch_id_fkey" FOREIGN KEY ("branch_id") REFERENCES "branch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "pos_hold" ADD CONSTRAINT "pos_hold_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE pos_pairing ADD CONSTRAINT pos_pairing_numbers CHECK (epoch > 0 AND last_no >= 0 AND next_seq > 0);
-- The pairing that sells; the others only deliver.
CREATE UNIQUE INDEX pos_pairing_current ON pos_pairing (device_id) WHERE ended_at IS NULL;

ALTER TABLE pos_inbox ADD CONSTRAINT pos_inbox_kinds CHECK (kind IN ('offer', 'sold', 'void'));
ALTER TABLE pos_inbox ADD CONSTRAINT pos_inbox_states CHECK (state IN ('kept', 'booked', 'voided', 'held', 'countered'));
ALTER TABLE pos_inbox ADD CONSTRAINT pos_inbox_booked CHECK (order_id IS NOT NULL OR state NOT IN ('booked', 'countered'));
-- No two sales have one number.
CREATE UNIQUE INDEX pos_inbox_number ON pos_inbox (device_id, epoch, seq) WHERE proven;
-- What the worker books again, and what a person looks at.
CREATE INDEX pos_inbox_open ON pos_inbox (state, id) WHERE state IN ('kept', 'held');

ALTER TABLE pos_exception ADD CONSTRAINT pos_exception_kinds
  CHECK (kind IN ('price', 'stock', 'clock', 'session', 'item', 'payment', 'approval', 'cashier'));
ALTER TABLE pos_exception ADD CONSTRAINT pos_exception_states CHECK (state IN ('open', 'explained', 'closed'));
-- A letter that is booked twice over a lost answer leaves one of each kind.
CREATE UNIQUE INDEX pos_exception_once ON pos_exception (inbox, kind);
CREATE INDEX pos_exception_open ON pos_exception (id) WHERE state = 'open';

-- Only sales of such tills have a number of their own; other orders are not in the index.
CREATE UNIQUE INDEX order_till_no ON "order" (till_no) WHERE till_no IS NOT NULL;

-- A session of sales that came too late is beside the drawer that is open.
DROP INDEX pos_session_one_open;
CREATE UNIQUE INDEX pos_session_one_open ON pos_session (device_id) WHERE status = 'open' AND late_of IS NULL;
CREATE UNIQUE INDEX pos_session_one_late ON pos_session (late_of) WHERE status = 'open' AND late_of IS NOT NULL;

-- Ranges of numbers that a pairing has given and that are not here.
CREATE FUNCTION pos_missing_numbers(of_device integer, of_epoch integer)
RETURNS TABLE (first_no integer, last_no integer) LANGUAGE sql STABLE AS $$
  SELECT gap.before + 1, gap.seq - 1
    FROM (SELECT here.seq, coalesce(lag(here.seq) OVER (ORDER BY here.seq), here.next_seq - 1) AS before
            FROM (SELECT l.seq, p.next_seq FROM pos_pairing p
                    JOIN pos_inbox l ON l.device_id = p.device_id AND l.epoch = p.epoch AND l.proven
                                    AND l.seq >= p.next_seq AND l.seq <= p.last_no
                   WHERE p.device_id = of_device AND p.epoch = of_epoch
                   UNION ALL
                  SELECT p.last_no + 1, p.next_seq FROM pos_pairing p
                   WHERE p.device_id = of_device AND p.epoch = of_epoch AND p.last_no >= p.next_seq) here) gap
   WHERE gap.seq > gap.before + 1
   ORDER BY 1
$$;

-- The pairing that sells and what all pairings of the till have not delivered; null where it was never paired.
CREATE FUNCTION pos_pairing_state(of_device integer) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
           'paired_at', max(p.paired_at) FILTER (WHERE p.ended_at IS NULL),
           'epoch', max(p.epoch) FILTER (WHERE p.ended_at IS NULL),
           'app_version', max(p.app_version) FILTER (WHERE p.ended_at IS NULL),
           'storage_kept', bool_or(p.storage_kept) FILTER (WHERE p.ended_at IS NULL),
           'next_no', max(greatest(p.last_no, p.next_seq - 1) + 1) FILTER (WHERE p.ended_at IS NULL),
           'waiting', coalesce(sum(m.count), 0),
           'missing', coalesce(jsonb_path_query_array(jsonb_agg(m.ranges) FILTER (WHERE m.ranges IS NOT NULL), '$[*][*]'), '[]'))
    FROM pos_pairing p
    LEFT JOIN LATERAL (
      SELECT sum(n.last_no - n.first_no + 1) AS count,
             jsonb_agg(jsonb_build_object('epoch', p.epoch, 'from', n.first_no, 'to', n.last_no)) AS ranges
        FROM (SELECT * FROM pos_missing_numbers(p.device_id, p.epoch) LIMIT 20) n) m ON true
   WHERE p.device_id = of_device
  HAVING count(*) > 0
$$;
