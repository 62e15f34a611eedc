import { foldForSearch } from '@dukkan/commerce';
import { type api, fail, getNounFacts, NOUNS, type Noun } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { checkVersion, getPermissions, hasPermission, isAdmin, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import { type Ctx, requireAccount } from '../../core/ctx.ts';
import { escapeLike, type Prisma } from '../../core/db/database.ts';
import { fetchRows, tables } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';

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

type Row = Prisma.saved_viewGetPayload<{ select: typeof select }>;

const shown = (ctx: Ctx, { account_id, ...row }: Row) => ({
  ...row,
  own: account_id === requireAccount(ctx).id,
});

/** True when the caller may see the list of a noun. */
const seesNoun = (ctx: Ctx, noun: Noun): boolean => {
  const { permission } = getNounFacts(noun);
  return permission ? hasPermission(getPermissions(ctx), permission) : isAdmin(ctx);
};

async function idsNamed(ctx: Ctx, keywords: string | undefined): Promise<number[] | null> {
  if (!keywords) return null;
  const pattern = `%${escapeLike(foldForSearch(keywords))}%`;
  const rows = await fetchRows(
    ctx,
    tables.selectFrom('saved_view').select('id').where(sql`fold(name)`, 'like', pattern),
  );
  return rows.map(({ id }) => id);
}

/** Lists the caller's own views, and shared ones for lists that the caller may see. */
export async function list(ctx: Ctx, input: List) {
  const mine: Prisma.saved_viewWhereInput = { account_id: requireAccount(ctx).id };
  const theirs: Prisma.saved_viewWhereInput = {
    shared: 1,
    noun: { in: NOUNS.filter((noun) => seesNoun(ctx, noun)) },
    account: { deleted_at: null },
  };
  const named = await idsNamed(ctx, input.keywords);
  const where: Prisma.saved_viewWhereInput = {
    AND: [
      { OR: [mine, theirs] },
      input.noun === undefined ? {} : { noun: input.noun },
      input.id === undefined ? {} : { id: input.id },
      named === null ? {} : { id: { in: named } },
    ],
  };
  const orderBy = [{ [input.sort_by]: input.sort_as }, { id: 'asc' as const }];
  const [rows, total] = await Promise.all([
    ctx.db.saved_view.findMany({ where, select, orderBy, ...toSkipTake(input) }),
    ctx.db.saved_view.count({ where }),
  ]);
  return toPage(
    rows.map((row) => shown(ctx, row)),
    total,
    input,
  );
}

/** Returns and locks the caller's own view; views of others look missing. */
async function own(ctx: Ctx, id: number): Promise<Row> {
  await ctx.db.$executeRaw`SELECT 1 FROM saved_view WHERE id = ${id} FOR UPDATE`;
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
    const before = id === undefined ? null : await own(ctx, id);
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
    return shown(ctx, row);
  });
}

/** Deletes the caller's own view. */
export async function remove(ctx: Ctx, { id }: { id: number }) {
  return ctx.tx(async (ctx) => {
    const before = await own(ctx, id);
    await ctx.db.saved_view.delete({ where: { id } });
    await recordAudit(ctx, { noun: 'view', id, action: 'delete', before, after: null });
    return { deleted: 1 as const };
  });
}
