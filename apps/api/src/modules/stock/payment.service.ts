import { type Localized, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db.ts';
import { page, slice } from '../../core/page.ts';
import { inOrder, wordsIn } from '../catalog/index.ts';

type List = z.output<typeof api.payment.list.input>;
type Row = z.output<typeof api.payment.list.output>;
type Stored = Omit<Row, 'title'> & { readonly titles: Localized };

function filterOf(ctx: Ctx, input: List): Prisma.Sql {
  const filters = [Prisma.sql`p.deleted_at IS NULL`];
  if (ctx.reach === 'public') filters.push(Prisma.sql`p.status = 1`);
  else if (input.status !== undefined) filters.push(Prisma.sql`p.status = ${input.status}`);
  if (input.id !== undefined) filters.push(Prisma.sql`p.id = ${input.id}`);
  if (input.type !== undefined) filters.push(Prisma.sql`p.type = ${input.type}`);
  const texts = Prisma.sql`fold(concat_ws(' ', p.code, p.titles->>'ar', p.titles->>'en', p.titles->>'de'))`;
  filters.push(...wordsIn(input.keywords, texts));
  return Prisma.join(filters, ' AND ');
}

/** How money changes hands; anyone sees the active ones. */
export async function list(ctx: Ctx, input: List) {
  const where = filterOf(ctx, input);
  const { skip, take } = slice(input);
  const order = inOrder(
    input.sort_by === 'code' ? Prisma.sql`p.code` : Prisma.sql`p.id`,
    Prisma.sql`p.id`,
    input.sort_as,
  );
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM payment_method p WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<Stored[]>`
    SELECT p.id, p.code, p.titles, p.type, p.status FROM payment_method p
     WHERE ${where} ${order} LIMIT ${take} OFFSET ${skip}`;
  return page(
    rows.map(({ titles, ...row }): Row => ({ ...row, title: resolveText(titles, ctx.locale) })),
    counted?.total ?? 0,
    input,
  );
}
