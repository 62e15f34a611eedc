import type { api } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows } from '../../../core/db/tables.ts';
import { returnTaxesSql } from '../../../core/sql/return-taxes-sql.ts';

type Taxes = z.output<typeof api.order.show.output>['taxes'];

/** Sums up what was returned by tax rate, lowest first as on the order. */
export const computeReturnTaxes = (ctx: Ctx, return_id: number): Promise<Taxes> =>
  fetchRows(
    ctx,
    sql<Taxes[number]>`
      SELECT tax_bp, gross::float8 AS gross, (gross - tax)::float8 AS net, tax::float8 AS tax
        FROM (${returnTaxesSql(sql`r.id = ${return_id}::int`)}) back ORDER BY tax_bp`,
  );
