import { addDays, resolveText, toLocalDate } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows } from '../../../core/db/tables.ts';
import type { Texts } from '../../../core/list/localized-columns.ts';
import { requireNotDeleted } from '../../../core/soft-delete.ts';
import { readSettings, requireBusinessPhone } from '../../setting/index.ts';
import { findPriceList } from './price-list.service.ts';
import type { PriceListRow } from './price-list.view.ts';

type Input = z.output<typeof api.priceList.preview.input>;
type Effect = z.output<typeof api.priceList.preview.output>['effects'][number];

/** Days from `from` to `to`, both included; without `to` they have no end. */
type Period = { readonly from: string; readonly to: string | null };
/** When, where and for whom a list sets prices; `phones` is empty for everybody. */
type Terms = Pick<PriceListRow, 'status' | 'start_date' | 'end_date' | 'phones' | 'branches'>;
type Change = Pick<Effect, 'kind' | 'audience' | 'phones_count'> & Period & { readonly branch_id: number };

/** The days from today on which a list sets prices in a branch; null for never. */
function findPricingPeriod(terms: Terms, branch_id: number, today: string): Period | null {
  const { status, start_date, end_date, branches } = terms;
  if (status !== 1 || !branches.includes(branch_id) || (end_date !== null && end_date < today)) return null;
  return { from: start_date !== null && start_date > today ? start_date : today, to: end_date };
}

/** The days of one period that are not in another. */
function subtractPeriod(days: Period | null, other: Period | null): Period[] {
  if (!days) return [];
  if (!other || (other.to !== null && other.to < days.from) || (days.to !== null && days.to < other.from))
    return [days];
  const before = days.from < other.from ? [{ from: days.from, to: addDays(other.from, -1) }] : [];
  const goesOn = other.to !== null && (days.to === null || other.to < days.to);
  return goesOn && other.to !== null ? [...before, { from: addDays(other.to, 1), to: days.to }] : before;
}

function intersectPeriods(one: Period | null, other: Period | null): Period | null {
  if (!one || !other) return null;
  const [, from = one.from] = [one.from, other.from].sort();
  const to = one.to === null || (other.to !== null && other.to < one.to) ? other.to : one.to;
  return to !== null && to < from ? null : { from, to };
}

type Audience = Pick<Effect, 'audience' | 'phones_count'>;

/** The customers of a list who are not customers of another; null for nobody. */
function subtractPhones(phones: readonly string[], others: readonly string[]): Audience | null {
  if (others.length === 0) return null;
  if (phones.length === 0) return { audience: 'others', phones_count: others.length };
  const lost = phones.filter((phone) => !others.includes(phone)).length;
  return lost === 0 ? null : { audience: 'phones', phones_count: lost };
}

const toAudience = ({ phones }: Terms): Audience =>
  phones.length === 0
    ? { audience: 'all', phones_count: 0 }
    : { audience: 'phones', phones_count: phones.length };

/** What a change of terms takes away and brings in one branch. */
function listChangesInBranch(branch_id: number, before: Terms, after: Terms, today: string): Change[] {
  const [was, becomes] = [
    findPricingPeriod(before, branch_id, today),
    findPricingPeriod(after, branch_id, today),
  ];
  const both = intersectPeriods(was, becomes);
  const side = (kind: Effect['kind'], days: Period[], of: Terms, other: Terms): Change[] => {
    const others = both && subtractPhones(of.phones, other.phones);
    return [
      ...days.map((period) => ({ kind, branch_id, ...period, ...toAudience(of) })),
      ...(both && others ? [{ kind, branch_id, ...both, ...others }] : []),
    ];
  };
  return [
    ...side('stop', subtractPeriod(was, becomes), before, after),
    ...side('start', subtractPeriod(becomes, was), after, before),
  ];
}

/**
 * Counts the active prices of a list in each branch on the first day of each change, without those that another list for
 * the same customers has priority over.
 */
async function countPrices(ctx: Ctx, list: PriceListRow, changes: readonly Change[]): Promise<number[]> {
  const momentsJson = JSON.stringify(changes.map(({ branch_id, from }, n) => ({ n, branch_id, day: from })));
  const same =
    list.phones.length === 0 ? sql`cardinality(o.phones) = 0` : sql`o.phones && ${[...list.phones]}::text[]`;
  const rows = await fetchRows(
    ctx,
    sql<{ n: number; count: number }>`
    SELECT a.n, count(x.id)::int AS count
      FROM jsonb_to_recordset(${momentsJson}::jsonb) AS a(n int, branch_id int, day date)
      JOIN price_list_item x ON x.price_list_id = ${list.id}::int AND x.status = 1
      JOIN product_item i ON i.id = x.item_id AND i.deleted_at IS NULL
      JOIN product p ON p.id = i.product_id AND p.deleted_at IS NULL
     WHERE NOT EXISTS (
       SELECT 1 FROM price_list_item y
         JOIN price_list o ON o.id = y.price_list_id AND o.status = 1 AND o.deleted_at IS NULL AND o.id <> ${list.id}::int
         JOIN price_list_branch b ON b.price_list_id = o.id AND b.branch_id = a.branch_id
        WHERE y.item_id = x.item_id AND y.status = 1 AND ${same}
          AND (o.ord < ${list.ord}::int OR (o.ord = ${list.ord}::int AND o.id > ${list.id}::int))
          AND (o.start_date IS NULL OR o.start_date <= a.day) AND (o.end_date IS NULL OR o.end_date >= a.day))
     GROUP BY a.n`,
  );
  const counts = new Map(rows.map(({ n, count }) => [n, count]));
  return changes.map((_, n) => counts.get(n) ?? 0);
}

/** The branches in sight, with their names and their own today. */
async function loadBranches(ctx: Ctx, ids: readonly number[]) {
  const scope = getEffectiveScope(ctx);
  const { timezone } = (await readSettings(ctx)).settings;
  const rows = await fetchRows(
    ctx,
    sql<{
      id: number;
      names: Texts;
      zone: string;
    }>`SELECT id, names, coalesce(settings->>'timezone', ${timezone}) AS zone FROM branch
      WHERE id = ANY(${[...new Set(ids)]}::int[]) AND deleted_at IS NULL ORDER BY id`,
  );
  return rows
    .filter(({ id }) => scope === 'all' || scope.includes(id))
    .map(({ id, names, zone }) => ({
      id,
      name: resolveText(names, ctx.locale),
      today: toLocalDate(ctx.now, zone),
    }));
}

/**
 * Says which prices a change of a list would take away or bring, branch by branch; nothing is stored.
 * Rule: docs/rules/prices.md#change-of-a-list
 * @throws record.missing, request.invalid on change.phones
 */
export async function previewPriceListChange(ctx: Ctx, { id, change: input }: Input) {
  const list = requireNotDeleted(await findPriceList(ctx, id));
  const { country } = (await readSettings(ctx)).settings;
  const phones = input.phones?.map((phone, at) =>
    requireBusinessPhone(phone, country, `change.phones.${at}`),
  );
  const after: Terms = {
    status: input.status ?? list.status,
    start_date: input.start_date === undefined ? list.start_date : input.start_date,
    end_date: input.end_date === undefined ? list.end_date : input.end_date,
    phones: input.phones === undefined ? list.phones : (phones ?? []),
    branches: input.branches_ids ?? list.branches,
  };
  const branches = await loadBranches(ctx, [...list.branches, ...after.branches]);
  const todays = new Map(branches.map((branch) => [branch.id, branch]));
  const changes = branches.flatMap((branch) => listChangesInBranch(branch.id, list, after, branch.today));
  const counts = changes.length === 0 ? [] : await countPrices(ctx, list, changes);
  const effects = changes.flatMap(({ from, to, ...change }, n): Effect[] => {
    const count = counts[n] ?? 0;
    const branch = todays.get(change.branch_id);
    if (count === 0 || !branch) return [];
    const from_date = from === branch.today ? null : from;
    return [{ ...change, branch_name: branch.name, count, from_date, to_date: to }];
  });
  return { effects };
}
