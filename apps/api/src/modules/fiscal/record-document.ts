import { randomUUID } from 'node:crypto';
import {
  FISCAL_SLOTS,
  type FiscalReceipt,
  type FiscalSlot,
  formatProcessData,
  isFiscalReceiptBalanced,
  reverseProcessData,
} from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx, SigningPort } from '../../core/ctx.ts';
import { fetchRow, fetchRows, runStatement, tables } from '../../core/db/tables.ts';
import { returnTaxesSql } from '../../core/sql/return-taxes-sql.ts';
import { signAfterCommit } from './sign-document.ts';

// Rule: docs/rules/taxes.md#signing

/** The slots of German tax rates that no tax type of the shop names. */
const USUAL_SLOTS: ReadonlyMap<number, FiscalSlot> = new Map([
  [1900, 'NORMAL'],
  [700, 'REDUCED_1'],
  [780, 'SPECIAL_RATE_1'],
  [550, 'SPECIAL_RATE_2'],
  [0, 'NULL'],
]);

const centsSql = (column: string) => sql<string>`round(${sql.ref(column)} * 100)::bigint::text`;

type TaxedAmount = { readonly tax_bp: number; readonly gross: string };

/** Sums the amounts by slot; a rate without a slot is left out, so that the receipt fails its balance check. */
async function toSlots(ctx: Ctx, taxes: readonly TaxedAmount[]): Promise<FiscalReceipt['vat']> {
  const types = await fetchRows(
    ctx,
    tables
      .selectFrom('tax_type')
      .select(['value_name', sql<number>`round(value * 100)::int`.as('tax_bp')])
      .where('deleted_at', 'is', null)
      .orderBy('status', 'desc')
      .orderBy('ord')
      .orderBy('id'),
  );
  return taxes.flatMap(({ tax_bp, gross }) => {
    const name = types.find((type) => type.tax_bp === tax_bp)?.value_name;
    const slot = FISCAL_SLOTS.find((one) => one === name) ?? USUAL_SLOTS.get(tax_bp);
    return slot ? [{ slot, gross: BigInt(gross) }] : [];
  });
}

/** Loads the payments of an order by kind; refunds are negative. */
async function loadFiscalPayments(
  ctx: Ctx,
  of: { order_id: number; return_id: number | null },
): Promise<FiscalReceipt['payments']> {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('order_payment as p')
      .innerJoin('payment_method as m', 'm.id', 'p.payment_id')
      .innerJoin('order as o', 'o.id', 'p.order_id')
      .select(['m.type', 'o.currency', centsSql('p.amount').as('amount')])
      .where('p.order_id', '=', of.order_id)
      .where('p.status', '<>', 'voided')
      .where('p.return_id', of.return_id === null ? 'is' : '=', of.return_id)
      .orderBy('p.id'),
  );
  return rows.map(({ type, amount, currency }) => ({
    kind: type === 'cash' ? 'CASH' : 'NON_CASH',
    amount: BigInt(amount),
    currency,
  }));
}

type Document = {
  readonly kind: 'sale' | 'return' | 'undo';
  readonly branch_id: number;
  readonly order_id: number;
  readonly return_id: number | null;
  readonly device_id: number | null;
  readonly process_data: string;
};

/**
 * Writes a document to be signed; without a certificate or a registered till the sale continues and its receipt says
 * so.
 */
async function insertDocument(ctx: Ctx, { device_id, ...document }: Document): Promise<void> {
  const id = randomUUID();
  const tss = await fetchRow(
    ctx,
    tables
      .selectFrom('tss as t')
      .leftJoin('tss_client as c', (join) =>
        join
          .onRef('c.tss_id', '=', 't.id')
          .on('c.device_id', '=', device_id)
          .on('c.state', '=', 'REGISTERED'),
      )
      .select(['t.id', 'c.id as client_id'])
      .where('t.branch_id', '=', document.branch_id)
      .where('t.state', '=', 'INITIALIZED'),
  );
  const isSignable = tss?.client_id != null;
  const reason = tss ? 'not_registered' : 'no_tss';
  await runStatement(
    ctx,
    tables.insertInto('fiscal_document').values({
      ...document,
      id,
      tss_id: tss?.id ?? null,
      client_id: tss?.client_id ?? null,
      state: isSignable ? 'waiting' : 'outage',
      reason: isSignable ? null : reason,
      created_at: ctx.now,
    }),
  );
  if (isSignable) signAfterCommit(ctx, id);
}

function toProcessData(receipt: FiscalReceipt): string {
  if (receipt.payments.some(({ currency }) => currency !== 'EUR')) fail('fiscal.currency');
  if (!isFiscalReceiptBalanced(receipt)) fail('fiscal.unbalanced');
  return formatProcessData(receipt);
}

const readTillOrders = tables
  .selectFrom('order as o')
  .innerJoin('branch as b', 'b.id', 'o.branch_id')
  .where('o.pos_session_id', 'is not', null)
  .where(sql<string>`b.settings ->> 'fiscal'`, '=', 'soft');

async function recordSale(ctx: Ctx, order_id: number): Promise<void> {
  const order = await fetchRow(
    ctx,
    readTillOrders
      .select([
        'o.branch_id',
        'o.device_id',
        sql<TaxedAmount[]>`(SELECT coalesce(jsonb_agg(jsonb_build_object('tax_bp', (t ->> 'tax_bp')::int,
          'gross', round((t ->> 'gross')::numeric * 100)::bigint::text)), '[]') FROM jsonb_array_elements(o.taxes) t)`.as(
          'taxes',
        ),
        // payment fee, rounding and untaxed amounts contain no tax
        sql<string>`round((o.due - coalesce((SELECT sum((t ->> 'gross')::numeric)
          FROM jsonb_array_elements(o.taxes) t), 0)) * 100)::bigint::text`.as('untaxed'),
        sql<string>`round((o.payment_fee + o.rounding) * 100)::bigint::text`.as('fee'),
      ])
      .where('o.id', '=', order_id),
  );
  if (!order) return;
  const isUntaxed = order.taxes.length === 0;
  const vat = [
    ...(await toSlots(ctx, order.taxes)),
    { slot: 'NULL' as const, gross: BigInt(isUntaxed ? order.untaxed : order.fee) },
  ];
  const payments = await loadFiscalPayments(ctx, { order_id, return_id: null });
  const { branch_id, device_id } = order;
  const process_data = toProcessData({ vat, payments });
  await insertDocument(ctx, { kind: 'sale', branch_id, order_id, return_id: null, device_id, process_data });
}

/** Loads a return with negative amounts; undefined when no part of it is signed. */
async function loadReturn(ctx: Ctx, return_id: number) {
  const row = await fetchRow(
    ctx,
    readTillOrders
      .innerJoin('order_return as r', 'r.order_id', 'o.id')
      .select([
        'o.branch_id',
        'o.device_id',
        'r.order_id',
        centsSql('r.refund').as('refund'),
        sql<string>`round((r.fee + r.rounding) * 100)::bigint::text`.as('untaxed'),
      ])
      .where('r.id', '=', return_id),
  );
  if (!row) return undefined;
  const taxes = await fetchRows(
    ctx,
    sql<TaxedAmount>`SELECT tax_bp, round(-gross * 100)::bigint::text AS gross
      FROM (${returnTaxesSql(sql`r.id = ${return_id}::int`)}) back`,
  );
  return { ...row, taxes };
}

async function recordReturn(ctx: Ctx, return_id: number, device_id: number | null): Promise<void> {
  const row = await loadReturn(ctx, return_id);
  if (!row) return;
  const { branch_id, order_id } = row;
  const vat =
    row.taxes.length > 0
      ? [...(await toSlots(ctx, row.taxes)), { slot: 'NULL' as const, gross: -BigInt(row.untaxed) }]
      : [{ slot: 'NULL' as const, gross: -BigInt(row.refund) }];
  const process_data = toProcessData({
    vat,
    payments: await loadFiscalPayments(ctx, { order_id, return_id }),
  });
  await insertDocument(ctx, {
    kind: 'return',
    branch_id,
    order_id,
    return_id,
    device_id: device_id ?? row.device_id,
    process_data,
  });
}

async function recordUndo(ctx: Ctx, return_id: number): Promise<void> {
  const signed = await fetchRow(
    ctx,
    tables
      .selectFrom('fiscal_document as d')
      .leftJoin('tss_client as c', 'c.id', 'd.client_id')
      .select(['d.branch_id', 'd.order_id', 'd.process_data', 'c.device_id'])
      .where('d.return_id', '=', return_id)
      .where('d.kind', '=', 'return'),
  );
  if (!signed) return;
  const { branch_id, order_id, device_id } = signed;
  await insertDocument(ctx, {
    kind: 'undo',
    branch_id,
    order_id,
    return_id,
    device_id,
    process_data: reverseProcessData(signed.process_data),
  });
}

export const signingPort: SigningPort = { recordSale, recordReturn, recordUndo };
