import { fold, isBarcode, latinDigits, spellingsOf } from '@dukkan/commerce';
import type { Ctx } from '../../core/ctx.ts';
import { literally, Prisma } from '../../core/db.ts';

/** Up to so many products with a barcode are named by id; more are looked for while the list is walked. */
const NAMED_MAX = 1_000;

/** A category's id and those of everything below it; and per prefix the products whose barcodes start with it. */
export type Lookup = {
  readonly category_ids: readonly number[];
  /** null: more than can be named. */
  readonly holders: ReadonlyMap<string, readonly number[] | null>;
};

type Word = { readonly folded: string; readonly prefixes: readonly string[] };

/** How a typed word can stand at the start of a barcode: cases differ, digits are Latin (decisions 0.1). */
function prefixesOf(typed: string): string[] {
  const code = latinDigits(typed);
  if (!isBarcode(code)) return [];
  return [...new Set([code, code.toUpperCase(), code.toLowerCase()].flatMap(spellingsOf))];
}

/** The words of what was typed, and the whole of it where it may be a code with spaces. */
export function wordsOf(keywords: string | undefined): { words: Word[]; whole: string[] } {
  const typed = (keywords ?? '').split(/\s+/).filter((word) => word !== '');
  const words = typed
    .map((word) => ({ folded: fold(word), prefixes: prefixesOf(word) }))
    .filter(({ folded, prefixes }) => folded !== '' || prefixes.length > 0);
  return { words, whole: words.length > 1 ? prefixesOf(typed.join(' ')) : [] };
}

/** The codes that start with a prefix, as a range that an index can answer whatever the plan. */
const rangeOf = (prefix: string): { low: string; high: string } => ({
  low: prefix,
  high: prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1),
});

/** Everything a list's condition needs to know first, in one statement; none where there is nothing to ask. */
export async function lookup(
  ctx: Ctx,
  category_id: number | undefined,
  prefixes: readonly string[],
): Promise<Lookup> {
  if (category_id === undefined && prefixes.length === 0) return { category_ids: [], holders: new Map() };
  const ranges = JSON.stringify(prefixes.map((prefix, n) => ({ n, ...rangeOf(prefix) })));
  const rows = await ctx.db.$queryRaw<{ n: number; ids: number[] }[]>`
    WITH RECURSIVE below AS (
      SELECT ${category_id ?? null}::int AS id WHERE ${category_id !== undefined}
      UNION
      SELECT c.id FROM category c JOIN below ON c.parent_id = below.id WHERE c.deleted_at IS NULL
    )
    SELECT -1 AS n, ARRAY(SELECT id FROM below) AS ids
    UNION ALL
    SELECT r.n, ARRAY(SELECT i.product_id FROM product_item i
                       WHERE i.deleted_at IS NULL AND i.barcode >= r.low AND i.barcode < r.high LIMIT ${NAMED_MAX + 1})
      FROM jsonb_to_recordset(${ranges}::jsonb) AS r(n int, low text, high text)`;
  const idsOf = new Map(rows.map(({ n, ids }) => [n, ids]));
  return {
    category_ids: idsOf.get(-1) ?? [],
    holders: new Map(
      prefixes.map((prefix, n) => {
        const ids = idsOf.get(n) ?? [];
        return [prefix, ids.length > NAMED_MAX ? null : ids];
      }),
    ),
  };
}

/** Products `p` with a living barcode that starts with one of these; null where there is none. */
function carrying(prefixes: readonly string[], { holders }: Lookup): Prisma.Sql | null {
  const named = new Set(prefixes.flatMap((prefix) => holders.get(prefix) ?? []));
  const many = prefixes.filter((prefix) => holders.get(prefix) === null).map(rangeOf);
  const found: Prisma.Sql[] = [];
  if (named.size > 0) found.push(Prisma.sql`p.id = ANY(${[...named]}::int[])`);
  for (const { low, high } of many)
    found.push(Prisma.sql`EXISTS (SELECT 1 FROM product_item i WHERE i.product_id = p.id
      AND i.deleted_at IS NULL AND i.barcode >= ${low} AND i.barcode < ${high})`);
  return found.length > 0 ? Prisma.join(found, ' OR ') : null;
}

/** Products `p` that hold every word, in a title of any language or at the start of a barcode (decisions 0.1). */
export function matching({ words, whole }: ReturnType<typeof wordsOf>, found: Lookup): Prisma.Sql[] {
  if (words.length === 0) return [];
  const each = words.map(({ folded, prefixes }) => {
    const titled = folded === '' ? null : Prisma.sql`p.search LIKE ${`%${literally(folded)}%`}`;
    const coded = carrying(prefixes, found);
    if (titled && coded) return Prisma.sql`(${titled} OR ${coded})`;
    return titled ?? coded ?? Prisma.sql`FALSE`;
  });
  const byWhole = carrying(whole, found);
  return byWhole ? [Prisma.sql`((${Prisma.join(each, ' AND ')}) OR ${byWhole})`] : each;
}
