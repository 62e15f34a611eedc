import { fold, LOCALES } from '@dukkan/commerce';
import type { Ctx } from '../../core/ctx.ts';
import { literally, Prisma } from '../../core/db.ts';
import { slice } from '../../core/page.ts';

/** Every word of what was typed, in any order, as conditions on a folded search column (decisions 0.1). */
export const wordsIn = (keywords: string | undefined): { search: { contains: string } }[] =>
  fold(keywords ?? '')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ search: { contains: literally(word) } }));

type Order = { page: number; limit: number; sort_as: 'asc' | 'desc' };

/**
 * One page of `ids` in the order of the records' names as this caller reads them, so that a list sorts by what it
 * shows. Ties keep a stable order by id.
 */
export async function pageByName(
  ctx: Ctx,
  table: 'branch',
  ids: readonly number[],
  order: Order,
): Promise<number[]> {
  const { skip, take } = slice(order);
  const texts = [ctx.locale, ...LOCALES].map((locale) => Prisma.sql`nullif(names->>${locale}, '')`);
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT id FROM ${Prisma.raw(table)} WHERE id = ANY(${[...ids]}::int[])
     ORDER BY fold(coalesce(${Prisma.join(texts)}, '')) COLLATE "C" ${Prisma.raw(order.sort_as === 'desc' ? 'DESC' : 'ASC')}, id
     LIMIT ${take} OFFSET ${skip}`;
  return rows.map(({ id }) => id);
}

/** Rows in the order of `ids`. */
export const inOrder = <T extends { id: number }>(rows: readonly T[], ids: readonly number[]): T[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
