import { addDays, dayStart } from '@dukkan/commerce';
import { type api, fail, NOUNS, type Noun, nounPermission } from '@dukkan/contract';
import type * as z from 'zod';
import { isAdmin, passes, permissionsOf, seesBranch } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { literally, type Prisma } from '../../core/db.ts';
import { page, slice } from '../../core/page.ts';
import { seesMessage } from '../content/index.ts';
import { accountInSight } from '../identity/index.ts';
import { readSettings } from '../setting/index.ts';

type Input = z.output<typeof api.audit.list.input>;
type Row = z.output<typeof api.audit.list.output>;

/** Counted exactly up to here; the log outgrows every count (decisions 0.1). */
const COUNTED = 10_000;

const isNoun = (noun: string): noun is Noun => NOUNS.some((known) => known === noun);

/**
 * Whether the caller may read what is asked for: an administrator everything, others the timeline of one record that
 * they may view and that lies in their scope (decisions 0.7).
 * @throws permission.denied for a noun whose records they may not view
 */
async function mayRead(ctx: Ctx, { noun, record_id }: Input): Promise<boolean> {
  if (isAdmin(ctx)) return true;
  if (noun === undefined || record_id === undefined) return false;
  const permission = isNoun(noun) ? nounPermission[noun] : null;
  if (!permission || !passes(permissionsOf(ctx), permission)) fail('permission.denied');
  const id = /^[1-9]\d{0,8}$/.test(record_id) ? Number(record_id) : 0;
  if (noun === 'branch') return seesBranch(ctx, id);
  if (noun === 'account') return (await accountInSight(ctx, id, 'view')) !== null;
  if (noun === 'contact-message') return seesMessage(ctx, id);
  return true;
}

async function filterOf(ctx: Ctx, input: Input): Promise<Prisma.audit_logWhereInput> {
  const { noun, record_id, account_id, from_date, to_date, keywords, id } = input;
  const { timezone } = (await readSettings(ctx)).settings;
  return {
    ...(noun === undefined ? {} : { noun }),
    ...(record_id === undefined ? {} : { record_id }),
    ...(account_id === undefined ? {} : { account_id }),
    ...(id === undefined ? {} : { id }),
    ...(keywords ? { actor: { contains: literally(keywords), mode: 'insensitive' } } : {}),
    at: {
      ...(from_date === undefined ? {} : { gte: dayStart(from_date, timezone) }),
      ...(to_date === undefined ? {} : { lt: dayStart(addDays(to_date, 1), timezone) }),
    },
  };
}

/** Who changed what, newest first. */
export async function list(ctx: Ctx, input: Input) {
  if (!(await mayRead(ctx, input))) return page([], 0, input);
  const where = await filterOf(ctx, input);
  const [rows, counted] = await Promise.all([
    ctx.db.audit_log.findMany({ where, orderBy: { id: input.sort_as }, ...slice(input) }),
    ctx.db.audit_log.count({ where, take: COUNTED + 1 }),
  ]);
  const shown = rows.map(
    (row): Row => ({
      id: Number(row.id),
      at: row.at.toISOString(),
      account_id: row.account_id,
      actor: row.actor,
      ip: row.ip,
      action: row.action,
      noun: row.noun,
      record_id: row.record_id,
      changes: row.changes as Row['changes'],
    }),
  );
  return page(shown, counted, input, counted > COUNTED);
}
