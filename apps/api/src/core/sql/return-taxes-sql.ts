import { type RawBuilder, sql } from 'kysely';
import { currencyScaleSql } from './currency-scale-sql.ts';

type Sql = RawBuilder<unknown>;

const SCALE = sql.raw(currencyScaleSql('o.currency'));

/** SQL for the parts of a line or of the delivery: tax rate, weight, and exclusive tax. */
const taxSharesSql = (gross: string, tax: string, from: Sql): Sql => sql`(
  SELECT jsonb_agg(jsonb_build_object('tax_bp', s.tax_bp, 'tax', ${sql.raw(tax)},
           'gross', ${sql.raw(gross)} + CASE WHEN o.tax_mode = 'exclusive' THEN ${sql.raw(tax)} ELSE 0 END)
           ORDER BY s.ord, s.id)
    FROM order_line s WHERE s.tax_bp IS NOT NULL AND s.order_id = r.order_id AND ${from})`;

/**
 * SQL for the returned lines and delivery, each with its parts; `units` is the number of minor units per unit of the
 * currency.
 */
const backSql = (returns: Sql): Sql => sql`
  SELECT r.id AS return_id, x.id AS place, x.value AS gross, x.tax, o.taxes, 10 ^ (${SCALE}) AS units,
         ${taxSharesSql('s.net', 's.tax', sql`coalesce(s.parent_id, s.id) = x.order_line_id`)} AS shares
    FROM order_return r JOIN order_return_line x ON x.return_id = r.id JOIN "order" o ON o.id = r.order_id
   WHERE ${returns}
   UNION ALL
  SELECT r.id, 0, r.delivery, r.delivery_tax, o.taxes, 10 ^ (${SCALE}),
         ${taxSharesSql('s.delivery_share', 's.delivery_tax', sql`TRUE`)}
    FROM order_return r JOIN "order" o ON o.id = r.order_id WHERE r.delivery > 0 AND ${returns}`;

/**
 * SQL that splits one amount of each line by its weights: rounded down, then the largest remainders get one unit more.
 */
const splitSql = (parts: Sql, kind: 'gross' | 'tax'): Sql => {
  const amount = sql.ref(`p.${kind}`);
  const weight = sql.ref(`p.${kind}_weight`);
  return sql`
  SELECT p.return_id, p.tax_bp, ${sql.lit(kind)} AS kind,
         (p.share + CASE WHEN p.place_of_rest <= p.amount - p.shared THEN 1 ELSE 0 END) / p.units AS amount
    FROM (SELECT p.*, sum(p.share) OVER of_place AS shared,
                 row_number() OVER (PARTITION BY p.return_id, p.place ORDER BY p.rest DESC, p.weight DESC, p.at) AS place_of_rest
            FROM (SELECT p.*, div(p.amount * p.weight, p.whole) AS share, mod(p.amount * p.weight, p.whole) AS rest
                    FROM (SELECT p.return_id, p.place, p.at, p.tax_bp, p.units, ${weight} AS weight, ${amount} AS amount,
                                 sum(${weight}) OVER (PARTITION BY p.return_id, p.place) AS whole
                            FROM (${parts}) p) p
                   WHERE p.whole > 0) p
          WINDOW of_place AS (PARTITION BY p.return_id, p.place)) p`;
};

/**
 * SQL for returns by tax rate: rows of `return_id`, `tax_bp`, `gross` and `tax`. A bundle counts by its parts; the
 * delivery by its stored shares among the goods, else by the rates of the order. The shares add up to the exact
 * amounts.
 * @param returns a condition on `order_return r`
 */
export function returnTaxesSql(returns: Sql): Sql {
  const weighs = (of: Sql): Sql =>
    sql`EXISTS (SELECT FROM jsonb_array_elements(${of}) s WHERE (s ->> 'gross')::numeric <> 0)`;
  const parts = sql`
    SELECT b.return_id, b.place, share.at, (share.value ->> 'tax_bp')::int AS tax_bp, b.units::numeric AS units,
           round(b.gross * b.units::numeric) AS gross, round(b.tax * b.units::numeric) AS tax,
           round((share.value ->> 'gross')::numeric * b.units::numeric) AS gross_weight,
           round((share.value ->> 'tax')::numeric * b.units::numeric) AS tax_weight
      FROM (${backSql(returns)}) b
     CROSS JOIN LATERAL jsonb_array_elements(CASE WHEN ${weighs(sql`b.shares`)} THEN b.shares ELSE b.taxes END)
           WITH ORDINALITY AS share (value, at)`;
  return sql`
    SELECT return_id, tax_bp, coalesce(sum(amount) FILTER (WHERE kind = 'gross'), 0) AS gross,
           coalesce(sum(amount) FILTER (WHERE kind = 'tax'), 0) AS tax
      FROM (${splitSql(parts, 'gross')} UNION ALL ${splitSql(parts, 'tax')}) x GROUP BY return_id, tax_bp`;
}
