import { fromMinor, getCurrencyScale, splitByWeights, toMinor } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma, queryRows } from '../../../core/db/database.ts';

type Taxes = z.output<typeof api.order.show.output>['taxes'];
type Share = { readonly tax_bp: number; readonly gross: string; readonly tax: string };
type Taxed = {
  readonly gross: string;
  readonly tax: string;
  readonly taxes: Taxes;
  readonly shares: readonly Share[] | null;
};

/** By what an amount is shared: what its lines weigh; of a delivery of free goods, the order's own rates. */
function sharesOf({ shares, taxes }: Taxed): readonly Share[] {
  const parts = shares ?? [];
  if (parts.some(({ gross }) => Number(gross) !== 0)) return parts;
  return taxes.map(({ tax_bp, gross, tax }) => ({ tax_bp, gross: String(gross), tax: String(tax) }));
}

/**
 * What came back by its rate of tax, the lowest first as in the order: a bundle by its parts, the delivery as it was shared among the
 * goods (decisions 2.2 step 9). Amounts are those of the return itself, shared without loss.
 */
export async function computeReturnTaxes(ctx: Ctx, return_id: number, currency: string): Promise<Taxes> {
  const scale = getCurrencyScale(currency);
  const minor = (amount: string) => toMinor(amount, scale);
  // where tax comes on top, what goes back holds it, and what a line weighs does so too
  const share = (gross: string, tax: string) => Prisma.sql`json_agg(json_build_object('tax_bp', s.tax_bp,
    'gross', (${Prisma.raw(gross)} + CASE WHEN o.tax_mode = 'exclusive' THEN ${Prisma.raw(tax)} ELSE 0 END)::text,
    'tax', ${Prisma.raw(tax)}::text) ORDER BY s.ord, s.id)`;
  const taxed = await queryRows<Taxed>(
    ctx,
    Prisma.sql`
    SELECT x.value::text AS gross, x.tax::text AS tax, o.taxes,
           (SELECT ${share('s.net', 's.tax')}
              FROM order_line s WHERE coalesce(s.parent_id, s.id) = l.id AND s.order_id = l.order_id AND s.tax_bp IS NOT NULL) AS shares
      FROM order_return_line x JOIN order_line l ON l.id = x.order_line_id JOIN "order" o ON o.id = l.order_id
     WHERE x.return_id = ${return_id}::int
    UNION ALL
    SELECT r.delivery::text, r.delivery_tax::text, o.taxes,
           (SELECT ${share('s.delivery_share', 's.delivery_tax')}
              FROM order_line s WHERE s.order_id = r.order_id AND s.tax_bp IS NOT NULL)
      FROM order_return r JOIN "order" o ON o.id = r.order_id WHERE r.id = ${return_id}::int AND r.delivery > 0`,
  );
  const rates = new Map<number, { gross: bigint; tax: bigint }>();
  for (const of of taxed) {
    const { gross, tax } = of;
    const parts = sharesOf(of);
    const grosses = splitByWeights(
      minor(gross),
      parts.map((part) => minor(part.gross)),
    );
    const taxes = splitByWeights(
      minor(tax),
      parts.map((part) => minor(part.tax)),
    );
    parts.forEach(({ tax_bp }, n) => {
      const rate = rates.get(tax_bp) ?? { gross: 0n, tax: 0n };
      rate.gross += grosses[n] ?? 0n;
      rate.tax += taxes[n] ?? 0n;
      rates.set(tax_bp, rate);
    });
  }
  return [...rates]
    .toSorted(([a], [b]) => a - b)
    .map(([tax_bp, { gross, tax }]) => ({
      tax_bp,
      gross: fromMinor(gross, scale),
      net: fromMinor(gross - tax, scale),
      tax: fromMinor(tax, scale),
    }));
}
