-- One row. Its number is another one after every change of what every order reads and what seldom changes: settings,
-- branches, delivery and payment methods, order statuses, tax types, categories' places, and which kinds of price rules
-- there are at all. What a process keeps under a number is what stood then: a number is never given twice, also where
-- the transaction that took it was rolled back.
CREATE TABLE "shop_version" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "shop_version_pkey" PRIMARY KEY ("id")
);
ALTER TABLE shop_version ADD CONSTRAINT shop_version_one_row CHECK (id = 1);

CREATE SEQUENCE shop_version_number;
INSERT INTO shop_version (id, version) VALUES (1, nextval('shop_version_number'));
CREATE FUNCTION shop_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shop_version SET version = nextval('shop_version_number') WHERE id = 1;
  RETURN NULL;
END $$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['setting', 'branch', 'delivery_method', 'branch_delivery', 'payment_method',
    'branch_payment', 'payment_delivery', 'order_status', 'tax_type']
  LOOP
    EXECUTE format('CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION shop_changed()', name);
  END LOOP;
  -- of these, rows change all day in ways that are none of it: titles, counters, uses
  FOREACH name IN ARRAY ARRAY['price_list', 'discount', 'offer']
  LOOP
    EXECUTE format('CREATE TRIGGER shop_changed AFTER INSERT OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION shop_changed()', name);
    EXECUTE format('CREATE TRIGGER shop_changed_of_rule AFTER UPDATE OF status, deleted_at ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION shop_changed()', name);
  END LOOP;
END $$;
CREATE TRIGGER shop_changed AFTER INSERT OR DELETE OR TRUNCATE ON category
  FOR EACH STATEMENT EXECUTE FUNCTION shop_changed();
CREATE TRIGGER shop_changed_of_category AFTER UPDATE OF parent_id ON category
  FOR EACH STATEMENT EXECUTE FUNCTION shop_changed();

-- The lock of a repeatable write and what was answered under its key, in one step of two statements: the second sees
-- what whoever held the lock before has committed.
CREATE FUNCTION idempotency_claim(of_scope text, of_path text, of_key text,
  OUT taken boolean, OUT body_hash text, OUT answer text, OUT created_at timestamptz) LANGUAGE plpgsql AS $$
BEGIN
  taken := pg_try_advisory_xact_lock(hashtextextended(of_scope || ' ' || of_path || ' ' || of_key, 7));
  SELECT k.body_hash, k.answer, k.created_at INTO body_hash, answer, created_at
    FROM idempotency_key k WHERE k.scope = of_scope AND k.path = of_path AND k.key = of_key;
END $$;
