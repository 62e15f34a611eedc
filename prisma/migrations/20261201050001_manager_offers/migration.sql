-- Branch managers make offers and discounts for their branches. A role whose rights the shop has changed keeps what the
-- shop gave it.
WITH seeded AS (
  SELECT id, permissions FROM role,
    LATERAL (SELECT ARRAY['driver', 'seller', 'users.driver', 'users.seller', 'branchs.view', 'branchs.save', 'orders',
      'sessions', 'delivery.view', 'payments.view', 'pricelist.view', 'products.view', 'products.categories.view',
      'Addresses', 'reciepts', 'suppliers.view', 'reports', 'areas.view', 'contactus'] AS rights) AS seed
   WHERE key = 'branch_manager' AND global = 0 AND permissions @> rights AND permissions <@ rights
), changed AS (
  UPDATE role r SET permissions = r.permissions || ARRAY['offers'], version = r.version + 1, updated_at = now()
    FROM seeded s WHERE r.id = s.id
  RETURNING r.id, s.permissions AS before, r.permissions AS after
)
INSERT INTO audit_log (actor, action, noun, record_id, changes)
SELECT 'system', 'update', 'role', id::text,
       jsonb_build_object('permissions', jsonb_build_object('from', to_jsonb(before), 'to', to_jsonb(after)))
  FROM changed;
