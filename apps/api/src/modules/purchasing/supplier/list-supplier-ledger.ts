import type { api } from '@dukkan/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { toPage, toSkipTake } from '../../../core/list/page.ts';
import { isAcceptedSql, netSql } from '../receipt-amounts.ts';
import { listedReceiptsSql } from '../receipt-visibility.ts';

type Ledger = z.output<typeof api.supplier.ledger.input>;
type EntryKind = z.output<typeof api.supplier.ledger.output>['kind'];

/** Reads the receipts and payments of a supplier that the caller may see. */
const readEntries = (ctx: Ctx, supplier_id: number) =>
  tables
    .selectFrom('receipt as r')
    .select([
      sql<EntryKind>`'receipt'`.as('kind'),
      'r.id',
      'r.id as receipt_id',
      'r.invoice_number as reference',
      'r.on_date',
      sql<number>`0`.as('step'),
      'r.currency',
      netSql.as('value'),
    ])
    .where('r.supplier_id', '=', supplier_id)
    .where('r.deleted_at', 'is', null)
    .where(isAcceptedSql)
    .where('r.opening_stock', 'is', false)
    .where(listedReceiptsSql(ctx))
    .unionAll(
      tables
        .selectFrom('receipt_transaction as t')
        .innerJoin('receipt as r', 'r.id', 't.receipt_id')
        .select(({ ref }) => [
          sql<EntryKind>`'transaction'`.as('kind'),
          't.id',
          'r.id as receipt_id',
          't.ref_number as reference',
          't.on_date',
          sql<number>`1`.as('step'),
          'r.currency',
          sql<string>`-${ref('t.value')}`.as('value'),
        ])
        .where('r.supplier_id', '=', supplier_id)
        .where('t.deleted_at', 'is', null)
        .where('r.deleted_at', 'is', null)
        .where(isAcceptedSql)
        .where(listedReceiptsSql(ctx)),
    );

const entryIdSql = sql<string>`e.kind || '-' || e.id`;
const balanceSql = sql<string>`sum(x.value) OVER (PARTITION BY x.currency ORDER BY x.on_date, x.step, x.id)`;

/** Filters the entries `e`. */
function filterEntries<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { keywords, id }: Ledger,
): SelectQueryBuilder<DB, TB, O> {
  const filteredQuery = query.where(matchesKeywords(keywords, sql`fold(coalesce(e.reference, ''))`));
  return id === undefined ? filteredQuery : filteredQuery.where(entryIdSql, '=', id);
}

/**
 * Lists the receipts and payments of a supplier that the caller may see, each with the balance in its currency after
 * it.
 * @throws record.missing
 */
export async function listSupplierLedger(ctx: Ctx, input: Ledger) {
  const { supplier_id, sort_as } = input;
  const entries = readEntries(ctx, supplier_id);
  const { skip, take } = toSkipTake(input);
  const supplier = await fetchRow(
    ctx,
    tables
      .selectFrom('supplier')
      .select(({ selectFrom }) => [
        'name',
        filterEntries(selectFrom(entries.as('e')), input)
          .select(sql<number>`count(*)`.as('total'))
          .as('total'),
      ])
      .where('id', '=', supplier_id)
      .where('deleted_at', 'is', null),
  );
  const { total, name } = requireFound(supplier);
  const balanced = tables.selectFrom(entries.as('x')).selectAll('x').select(balanceSql.as('balance'));
  // the filters apply after the running balance, which includes all entries
  const rows = await fetchRows(
    ctx,
    filterEntries(tables.selectFrom(balanced.as('e')), input)
      .select(({ cast }) => [
        entryIdSql.as('id'),
        'e.kind',
        'e.receipt_id',
        'e.reference',
        'e.on_date',
        'e.currency',
        cast<number>('e.value', 'float8').as('value'),
        cast<number>('e.balance', 'float8').as('balance'),
      ])
      .orderBy('e.on_date', sort_as)
      .orderBy('e.step', sort_as)
      .orderBy('e.id', sort_as)
      .limit(take)
      .offset(skip),
  );
  const page = toPage(rows, total ?? 0, input);
  return input.export ? { ...page, file: { about: name, facts: [], totals: [] } } : page;
}
