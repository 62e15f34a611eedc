import { latinDigits, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import type { Prisma } from '../../core/db.ts';
import { page, slice } from '../../core/page.ts';
import { texts } from './branch.view.ts';
import { inOrder, pageByName, wordsIn } from './search.ts';

type List = z.output<typeof api.location.list.input>;

const select = {
  id: true,
  type: true,
  parent_id: true,
  names: true,
  code: true,
  timezone: true,
  utc: true,
  mobile_code: true,
  status: true,
} as const satisfies Prisma.locationSelect;

type Row = Prisma.locationGetPayload<{ select: typeof select }>;

function filterOf(ctx: Ctx, input: List): Prisma.locationWhereInput {
  const words = wordsIn(input.keywords);
  const dialled = latinDigits(input.keywords ?? '').replace(/^(\+|00)/, '');
  const filters: Prisma.locationWhereInput[] = [];
  if (/^\d{1,4}$/.test(dialled))
    filters.push({ OR: [{ AND: words }, { mobile_code: { startsWith: `+${dialled}` } }] });
  else if (words.length > 0) filters.push({ AND: words });
  if (input.type !== undefined) filters.push({ type: input.type });
  if (input.parent_id !== undefined) filters.push({ parent_id: input.parent_id });
  if (input.id !== undefined) filters.push({ id: input.id });
  if (input.status !== undefined) filters.push({ status: input.status });
  // who may not manage places sees what can be chosen: active, within something active (decisions 0.4)
  const open: Prisma.locationWhereInput =
    ctx.reach === 'full'
      ? {}
      : { status: 1, OR: [{ parent_id: null }, { parent: { status: 1, deleted_at: null } }] };
  return { AND: [{ deleted_at: null }, open, ...filters] };
}

const view = (ctx: Ctx, row: Row, all_locale: boolean) => {
  const { names, mobile_code, ...rest } = row;
  return {
    ...rest,
    mobileCode: mobile_code,
    name: resolveText(texts(names), ctx.locale),
    ...(all_locale ? { names: texts(names) } : {}),
  };
};

/** Countries, states, cities, areas and zones; anyone sees the active ones. */
export async function list(ctx: Ctx, input: List) {
  const where = filterOf(ctx, input);
  const all_locale = input.all_locale ?? false;
  if (input.sort_by === 'name') {
    const ids = (await ctx.db.location.findMany({ where, select: { id: true } })).map(({ id }) => id);
    const chosen = await pageByName(ctx, 'location', ids, input);
    const rows = await ctx.db.location.findMany({ where: { id: { in: chosen } }, select });
    return page(
      inOrder(rows, chosen).map((row) => view(ctx, row, all_locale)),
      ids.length,
      input,
    );
  }
  const [rows, total] = await Promise.all([
    ctx.db.location.findMany({ where, select, orderBy: { id: input.sort_as }, ...slice(input) }),
    ctx.db.location.count({ where }),
  ]);
  return page(
    rows.map((row) => view(ctx, row, all_locale)),
    total,
    input,
  );
}
