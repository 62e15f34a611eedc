import { computeCheckDigit, DAY_MS } from '@dukkan/commerce';
import { sql } from 'kysely';
import {
  BRANDS,
  CATEGORIES,
  EXTRAS,
  SOLD_OFF,
  UNITS,
  type Words,
} from '../../../../prisma/seed/demo-catalogue.ts';
import { SHELVES } from '../../../../prisma/seed/demo-shelves.ts';
import { recordAudit } from '../core/audit.ts';
import type { Ctx } from '../core/ctx.ts';
import { fetchRows, tables } from '../core/db/tables.ts';

/** The step in which loose goods are weighed: a quarter of a kilogram. */
const LOOSE_STEP = 0.25;

const toTextsByLocale = ([ar, en, de]: Words) => ({ ar, en, de });

/** Splits a table into lines and cells; an indented line belongs to the one above. */
const splitTable = (table: string): { isBelow: boolean; cells: string[] }[] =>
  table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ isBelow: line.startsWith(' '), cells: line.split('|').map((cell) => cell.trim()) }));

const toWords = ([ar = '', en = '', de = '']: readonly string[]): Words => [ar, en, de];

/** Creates both levels of the category tree. @returns ids by key */
async function putCategories(ctx: Ctx): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  let parent_id = 1;
  for (const [ord, { isBelow, cells }] of splitTable(CATEGORIES).entries()) {
    const [key = '', ...names] = cells;
    const data = {
      titles: toTextsByLocale(toWords(names)),
      parent_id: isBelow ? parent_id : 1,
      ord,
      featured: ['fresh', 'dates', 'coffee'].includes(key) ? 1 : 0,
      created_at: ctx.now,
      updated_at: ctx.now,
    };
    const { id } = await ctx.db.category.create({ data, select: { id: true } });
    if (!isBelow) parent_id = id;
    ids.set(key, id);
  }
  return ids;
}

/** Reads the English titles of all categories. */
export const readCategoryTitles = (ctx: Ctx) =>
  fetchRows(
    ctx,
    tables
      .selectFrom('category')
      .select(({ ref }) => ['id', sql<string>`${ref('titles')}->>'en'`.as('title')])
      .where('deleted_at', 'is', null),
  );

/** Returns the keys of the lower categories by their English titles. */
export const getCategoryKeys = (): Map<string, string> =>
  new Map(splitTable(CATEGORIES).map(({ cells: [key = '', , title = ''] }) => [title, key]));

/** Returns the ids sorted, which is the order in which the rows were given. */
const inOrder = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id).sort((a, b) => a - b);

async function putBrands(ctx: Ctx): Promise<number[]> {
  const at = { created_at: ctx.now, updated_at: ctx.now };
  const rows = BRANDS.map((names, ord) => ({
    names: toTextsByLocale(names),
    ord,
    status: ord === SOLD_OFF ? 0 : 1,
    ...at,
  }));
  return inOrder(await ctx.db.brand.createManyAndReturn({ data: rows, select: { id: true } }));
}

type Good = {
  readonly category: string;
  readonly titles: { ar: string; en: string; de: string };
  readonly brand: number | null;
  readonly isLoose: boolean;
  readonly price: number;
  readonly carton: number | null;
  /** The name of the drawing in @iconify-json/fluent-emoji-flat. */
  readonly drawing: string;
};

/** Formats a size such as '1.5 kg' in each language; Arabic has a separate form for three to ten. */
function formatSize(size: string, unit: string): Words {
  const [ar = '', en = '', de = ''] = UNITS[unit] ?? [];
  const few = unit === 'x' && Number(size) >= 3 && Number(size) <= 10;
  return [`${size} ${few ? 'حبات' : ar}`, `${size} ${en}`, `${size.replace('.', ',')} ${de}`];
}

function parseGoods(): Good[] {
  return splitTable(SHELVES).flatMap(({ cells: [category = '', ...rest] }) => {
    const names = toWords(rest);
    return (rest[3] ?? '').split(',').map((sold) => {
      const [brand = '-', size = '-', unit = '', price = '0', carton] = sold.trim().split(' ');
      const [ar, en, de] = size === '-' ? (['', '', ''] as const) : formatSize(size, unit);
      const [byAr, byEn, byDe] = BRANDS[Number(brand)] ?? ['', '', ''];
      const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');
      return {
        category,
        titles: {
          ar: joined(names[0], byAr, ar),
          en: joined(byEn, names[1], en),
          de: joined(byDe, names[2], de),
        },
        brand: brand === '-' ? null : Number(brand),
        isLoose: unit === 'loose',
        price: Number(price),
        carton: carton === undefined ? null : Number(carton),
        drawing: rest[4] ?? '',
      };
    });
  });
}

/** Returns the names of the drawings by the English titles of their products. */
export const getDrawingNamesByTitle = (): Map<string, string> =>
  new Map(parseGoods().map(({ titles, drawing }) => [titles.en, drawing]));

/** The number of new products, which are younger than some of the orders. */
const NEW = 12;
const OLDEST_NEW_DAYS = 40;
const YEAR_DAYS = 365;

/** Returns the age of a product in the catalogue, in days; the last ones are new. */
function getAgeDays(index: number, count: number): number {
  const fromEnd = count - index;
  return fromEnd <= NEW ? (fromEnd / NEW) * OLDEST_NEW_DAYS : YEAR_DAYS + fromEnd;
}

/** Rounds to a quarter of a riyal, the smallest coin. */
const toCoin = (amount: number): number => Math.round(amount * 4) / 4;

/** Returns a barcode of the in-store range 20 to 29. */
function createDemoBarcode(serial: number): string {
  const digits = `21${String(4_000_000_000 + serial * 137).padStart(10, '0')}`;
  return `${digits}${computeCheckDigit(digits)}`;
}

/** Leaves out a language for a few products, as in a catalogue that has grown over time. */
function omitSomeTitles({ titles }: Good, index: number) {
  if (index % 23 === 5) return { ...titles, de: '' };
  return index % 37 === 11 ? { ...titles, ar: '' } : titles;
}

async function putProducts(ctx: Ctx, categories: ReadonlyMap<string, number>, brands: readonly number[]) {
  const goods = parseGoods();
  const tax = await ctx.db.tax_type.findFirst({ where: { deleted_at: null }, select: { id: true } });
  const rows = goods.map((good, index) => {
    const created_at = new Date(ctx.now.getTime() - Math.round(getAgeDays(index, goods.length) * DAY_MS));
    return {
      titles: omitSomeTitles(good, index),
      price: good.price,
      compare_at: index % 11 === 3 ? toCoin(good.price * 1.2) : null,
      brand_id: good.brand === null ? null : (brands[good.brand] ?? null),
      tax_type_id: tax?.id ?? null,
      stepper: good.isLoose ? LOOSE_STEP : 1,
      featured: index % 9 === 0 ? 1 : 0,
      status: index % 29 === 28 ? 0 : 1,
      created_at,
      updated_at: created_at,
    };
  });
  const ids = inOrder(await ctx.db.product.createManyAndReturn({ data: rows, select: { id: true } }));
  const items = goods.flatMap(({ isLoose, carton, price }, index) => {
    const product_id = ids[index] ?? 0;
    const one = {
      product_id,
      barcode: isLoose && index % 2 === 0 ? null : createDemoBarcode(index * 2),
      ord: 0,
    };
    if (carton === null) return [one];
    const packed = { price: toCoin(price * carton * 0.92), pack_quantity: carton, ord: 1 };
    return [one, { product_id, barcode: createDemoBarcode(index * 2 + 1), ...packed }];
  });
  await ctx.db.product_item.createMany({ data: items });
  await ctx.db.product_category.createMany({
    data: goods.map(({ category }, index) => ({
      product_id: ids[index] ?? 0,
      category_id: categories.get(category) ?? 1,
    })),
  });
  return goods.map(({ category }, index) => ({ id: ids[index] ?? 0, category }));
}

async function putExtras(
  ctx: Ctx,
  products: readonly { id: number; category: string }[],
  pearl: number | undefined,
): Promise<void> {
  for (const { names, price, categories, isOff, pearl: there } of EXTRAS) {
    const { id: extra_id } = await ctx.db.extra.create({
      data: {
        titles: toTextsByLocale(names),
        price,
        status: isOff ? 0 : 1,
        created_at: ctx.now,
        updated_at: ctx.now,
      },
      select: { id: true },
    });
    const held = products.filter(({ category }) => categories.includes(category));
    await ctx.db.extra_product.createMany({
      data: held.map(({ id: product_id }) => ({ extra_id, product_id })),
    });
    if (there !== undefined && pearl !== undefined)
      await ctx.db.extra_price.create({ data: { extra_id, branch_id: pearl, price: there } });
  }
}

/** Creates the catalogue of the demo business; the branch on the island is the third. */
export async function seedCatalogue(ctx: Ctx, branches: readonly { id: number }[]): Promise<void> {
  const categories = await putCategories(ctx);
  const brands = await putBrands(ctx);
  const products = await putProducts(ctx, categories, brands);
  await putExtras(ctx, products, branches[2]?.id);
  await recordAudit(ctx, {
    noun: 'product',
    id: 'seed',
    action: 'seed',
    before: null,
    after: {
      categories: categories.size,
      brands: brands.length,
      products: products.length,
      extras: EXTRAS.length,
    },
  });
}
