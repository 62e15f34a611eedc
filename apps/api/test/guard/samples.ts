import type pg from 'pg';

/** Records of the shop that many others belong to, so that a filter by them finds something. */
export type Samples = Readonly<Record<string, number | string>>;

const most = (column: string, from: string) =>
  `(SELECT ${column} FROM ${from} WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1)`;

const first = (column: string, from: string) => `(SELECT ${column} FROM ${from} ORDER BY 1 LIMIT 1)`;

const day = (back: number) => `to_char(now() - interval '${back} days', 'YYYY-MM-DD')`;

/** SQL for the value of every filter that names a record, a day or an amount; others take what the contract lists. */
const VALUES: Readonly<Record<string, string>> = {
  account_id: first('id', `account WHERE email = 'admin@demo.test'`),
  address_id: first('id', 'address'),
  area_id: most('parent_id', 'location'),
  banner_id: first('id', 'banner'),
  barcode: '(SELECT barcode FROM product_item WHERE barcode IS NOT NULL ORDER BY id OFFSET 5000 LIMIT 1)',
  branch_id: most('branch_id', '"order"'),
  brand_id: most('brand_id', 'product'),
  categorys_id: most('category_id', 'product_category'),
  client_id: most('client_id', '"order"'),
  count_id: first('id', 'stock_count'),
  coupon_id: first('id', `offer WHERE type = 'coupon'`),
  currency: `'QAR'`,
  delivery_id: most('delivery_id', '"order"'),
  device_id: first('id', 'pos_device'),
  driver_id: most('driver_id', '"order"'),
  discount_id: first('id', 'discount'),
  due_from: '50',
  due_to: '60',
  expire_from: day(0),
  expire_to: day(-30),
  // about 900 payments, whatever the hour: from 1,000 on a total is estimated, and that plan costs otherwise
  from_date: day(80),
  import_id: first('id', 'product_import'),
  item_id: most('item_id', 'order_line'),
  limitedBy: '2',
  load: `'settings'`,
  low: '1',
  named: most('name', 'account'),
  opened_by: first('id', `account WHERE email = 'admin@demo.test'`),
  order_id:
    '(SELECT id FROM "order" WHERE status_value = 5 AND client_id IS NOT NULL ORDER BY id DESC LIMIT 1)',
  outside: most('parent_id', 'category'),
  // a till of a branch with a price list, and that list
  pack_device_id: `(SELECT min(d.id) FROM pos_device d JOIN price_list_branch b ON b.branch_id = d.branch_id
                      JOIN price_list l ON l.id = b.price_list_id AND l.status = 1 AND l.deleted_at IS NULL)`,
  pack_list_id: `(SELECT min(l.id) FROM price_list l JOIN price_list_branch b ON b.price_list_id = l.id
                   WHERE l.status = 1 AND l.deleted_at IS NULL AND b.branch_id = (
                     SELECT d.branch_id FROM pos_device d WHERE d.id = (
                       SELECT min(d.id) FROM pos_device d JOIN price_list_branch b ON b.branch_id = d.branch_id
                         JOIN price_list l ON l.id = b.price_list_id AND l.status = 1 AND l.deleted_at IS NULL)))`,
  parent: '1',
  parent_id: most('parent_id', 'location'),
  payment_id: most('payment_id', '"order"'),
  payment_method: most('payment_id', '"order"'),
  perm: `'orders.save'`,
  pos_id: first('id', 'pos_device'),
  price_from: '2',
  price_to: '5',
  price_list_id: first('id', 'price_list'),
  product_id: most('product_id', 'order_line'),
  receipt_id: most('reciept_id', 'stock_batch'),
  reciept_id: most('reciept_id', 'stock_batch'),
  record_id: `'1'`,
  return_id: first('id', 'order_return'),
  role: `'generated_driver'`,
  seller_id: most('seller_id', '"order"'),
  session_id: first('id', 'pos_session'),
  slider_id: first('id', 'slider'),
  slider_key: `coalesce(${first('key', 'slider')}, 'none')`,
  status_id: '6',
  supplier_id: most('supplier_id', 'receipt'),
  tax_type_id: first('id', 'tax_type'),
  to_date: day(0),
  transfer_id: first('id', 'stock_transfer'),
  user_id: most('user_id', 'address'),
  within_days: '30',
  works_at: most('branch_id', '"order"'),
  zone_id: most('location_id', '"order"'),
};

export async function readSamples(client: pg.Pool): Promise<Samples> {
  const columns = Object.entries(VALUES).map(([name, sql]) => `'${name}', ${sql}`);
  const chunks = [columns.slice(0, 40), columns.slice(40)].map(
    (part) => `jsonb_build_object(${part.join(', ')})`,
  );
  const { rows } = await client.query<{ samples: Record<string, number | string | null> }>(
    `SELECT ${chunks.join(' || ')} AS samples`,
  );
  // what this shop has none of is asked for by an id that nothing has
  return Object.fromEntries(
    Object.keys(VALUES).map((name) => [name, rows[0]?.samples[name] ?? 2_000_000_000]),
  );
}
