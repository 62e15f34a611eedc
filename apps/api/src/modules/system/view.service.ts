import { type api, fail, getNounFacts, NOUNS, type Noun } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { checkVersion, getPermissions, hasPermission, isAdmin, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import { type Ctx, requireAccount } from '../../core/ctx.ts';
import type { Prisma } from '../../core/db/database.ts';
import { lockRow, tables } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { fetchPage, toPage } from '../../core/list/page.ts';

type List = z.output<typeof api.view.list.input>;
type Save = z.output<typeof api.view.save.input>;

const select = {
  id: true,
  noun: true,
  name: true,
  query: true,
  shared: true,
  version: true,
  account_id: true,
} as const satisfies Prisma.saved_viewSelect;

const readViews = tables
  .selectFrom('saved_view')
  .innerJoin('account', 'account.id', 'saved_view.account_id')
  .select([
    'saved_view.id',
    'saved_view.noun',
    'saved_view.name',
    'saved_view.query',
    'saved_view.shared',
    'saved_view.version',
    'saved_view.account_id',
  ]);

type Row = Prisma.saved_viewGetPayload<{ select: typeof select }>;

const savedViewView = (ctx: Ctx, { account_id, ...row }: Row) => ({
  ...row,
  own: account_id === requireAccount(ctx).id,
});

/** True when the caller may see the list of a noun. */
const seesNoun = (ctx: Ctx, noun: Noun): boolean => {
  const { permission } = getNounFacts(noun);
  return permission ? hasPermission(getPermissions(ctx), permission) : isAdmin(ctx);
};

/** Lists the caller's own views, and shared ones for lists that the caller may see. */
export async function list(ctx: Ctx, input: List) {
  const nouns = NOUNS.filter((noun) => seesNoun(ctx, noun));
  let query = readViews
    .where(({ or, and, eb }) =>
      or([
        eb('saved_view.account_id', '=', requireAccount(ctx).id),
        and([
          eb('saved_view.shared', '=', 1),
          sql<boolean>`saved_view.noun = ANY(${nouns}::text[])`,
          eb('account.deleted_at', 'is', null),
        ]),
      ]),
    )
    .where(matchesKeywords(input.keywords, sql`fold(saved_view.name)`));
  if (input.noun !== undefined) query = query.where('saved_view.noun', '=', input.noun);
  if (input.id !== undefined) query = query.where('saved_view.id', '=', input.id);
  const sorted = query.orderBy(`saved_view.${input.sort_by}`, input.sort_as).orderBy('saved_view.id');
  const [rows, total] = await fetchPage(ctx, sorted, query, input);
  return toPage(
    rows.map((row) => savedViewView(ctx, row)),
    total,
    input,
  );
}

/** Returns and locks the caller's own view; views of others look missing. */
async function lockOwnView(ctx: Ctx, id: number): Promise<Row> {
  await lockRow(ctx, 'saved_view', id);
  return requireFound(
    await ctx.db.saved_view.findFirst({ where: { id, account_id: requireAccount(ctx).id }, select }),
  );
}

/**
 * Creates or changes the caller's own view. Sharing it requires permission for that list.
 * @throws record.missing, record.stale, record.duplicate for a second view with that name, permission.denied
 */
export async function save(ctx: Ctx, { id, version, ...input }: Save) {
  return ctx.tx(async (ctx) => {
    const before = id === undefined ? null : await lockOwnView(ctx, id);
    if (before) checkVersion(before.version, version);
    const noun = input.noun ?? before?.noun ?? failField('noun', 'required');
    const name = input.name ?? before?.name ?? failField('name', 'required');
    const shared = input.shared ?? before?.shared ?? 0;
    if (shared === 1 && !seesNoun(ctx, noun as Noun)) fail('permission.denied');
    const query = input.query === undefined ? (before?.query ?? '') : (input.query ?? '');
    const data = { noun, name, query, shared, updated_at: ctx.now };
    const row = before
      ? await ctx.db.saved_view.update({
          where: { id: before.id },
          data: { ...data, version: { increment: 1 } },
          select,
        })
      : await ctx.db.saved_view.create({
          data: { ...data, account_id: requireAccount(ctx).id, created_at: ctx.now },
          select,
        });
    await recordAudit(ctx, {
      noun: 'view',
      id: row.id,
      action: before ? 'update' : 'create',
      before,
      after: row,
      version: row.version,
    });
    return savedViewView(ctx, row);
  });
}

/** Deletes the caller's own view. */
export async function remove(ctx: Ctx, { id }: { id: number }) {
  return ctx.tx(async (ctx) => {
    const before = await lockOwnView(ctx, id);
    await ctx.db.saved_view.delete({ where: { id } });
    await recordAudit(ctx, { noun: 'view', id, action: 'delete', before, after: null });
    return { deleted: 1 as const };
  });
}
