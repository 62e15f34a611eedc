import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { createSystemCtx } from '../../../core/ctx.ts';
import { IMPORT_PORTS } from '../../../jobs/imports.ts';
import type { CategoryReference } from '../file/category-cell.ts';
import type { ImportedValues, ParsedImportRow } from '../file/parsed-row.ts';
import { select } from '../import.view.ts';
import { loadBrands } from '../run/brands.ts';
import { loadCategoryTree } from '../run/category-paths.ts';
import { writeProductBatch } from '../run/product-batch.ts';
import { runImportUndo } from './restore-rows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const ctx = () => createSystemCtx(app.services, 'test');
const NOTHING_DRAWN = { pictures: new Map(), broken: new Set<string>() };

/** A row of a generated file: one of a few goods, of which some are items of one product. */
type Line = { readonly code: number; readonly isTied: boolean; readonly wanted: ImportedValues };

const line: fc.Arbitrary<Line> = fc.record({
  code: fc.nat(3),
  isTied: fc.boolean(),
  wanted: fc.record(
    {
      names: fc.constantFrom({ en: 'Tea' }, { en: 'Coffee' }, { ar: 'شاي' }),
      descriptions: fc.constantFrom({ en: 'Hot' }, { de: 'Warm' }),
      price: fc.constantFrom(3, 5, 9),
      compare_at: fc.constantFrom(4, 8, 12),
      status: fc.constantFrom(0 as const, 1 as const),
      brand: fc.constantFrom('Own', 'Hand made'),
      option: fc.constantFrom('S', 'M'),
      stepper: fc.constantFrom(1, 0.25),
      categories: fc.constantFrom<readonly CategoryReference[]>(
        [['Drinks']],
        [['Gifts']],
        [['Drinks', 'Hot']],
        [['Drinks'], ['Gifts']],
        [[{ title: 'Drinks', titles: { ar: 'مشروبات' } }]],
        [
          [
            { title: 'Drinks', titles: { ar: 'شراب' } },
            { title: 'Hot', titles: { ar: 'ساخن' } },
          ],
        ],
      ),
    },
    { requiredKeys: [] },
  ),
});
const file = fc.uniqueArray(line, { selector: ({ code }) => code, minLength: 1, maxLength: 4 });

/** Rows as the reading thread hands them over; every file names its goods, so that new ones can be made. */
function toRows(prefix: string, lines: readonly Line[]): ParsedImportRow[] {
  const [first] = lines.filter(({ isTied }) => isTied);
  const tied = { key: prefix, code: `${prefix}-${first?.code}`, values: {} };
  return lines.map(({ code, isTied, wanted }, at) => {
    const names = wanted.names ??
      (first && isTied ? first.wanted.names : undefined) ?? { en: `Thing ${code}` };
    return {
      row: at + 2,
      barcode: `${prefix}-${code}`,
      title: null,
      wanted: { ...wanted, names },
      reasons: [],
      notices: [],
      group: isTied ? tied : null,
      isBare: false,
      cells: '[]',
    };
  });
}

async function importLines(prefix: string, lines: readonly Line[]): Promise<number> {
  const { prisma } = app.services.database;
  const facts = {
    kind: 'product',
    state: 'running',
    locale: 'en',
    file_name: 'a.csv',
    format: 'csv',
    bytes: 1,
  };
  const row = await prisma.product_import.create({ data: { ...facts, started_at: new Date() }, select });
  const pass = {
    row,
    dry: false,
    album: null,
    ports: IMPORT_PORTS,
    tree: await loadCategoryTree(ctx()),
    leads: new Map(),
  };
  const brands = await loadBrands(ctx());
  await writeProductBatch(ctx(), { ...pass, brands }, toRows(prefix, lines), NOTHING_DRAWN);
  await prisma.product_import.update({ where: { id: row.id }, data: { state: 'done' } });
  return row.id;
}

async function undo(id: number): Promise<void> {
  const { prisma } = app.services.database;
  const row = await prisma.product_import.update({ where: { id }, data: { state: 'undoing' }, select });
  await runImportUndo(ctx(), row, () => false, IMPORT_PORTS);
  expect((await prisma.product_import.findUniqueOrThrow({ where: { id } })).state).toBe('undone');
}

/** All that stands of the goods and of the categories. */
async function standing(prefix: string): Promise<unknown> {
  const { prisma } = app.services.database;
  return prisma.$queryRaw`
    SELECT p.id, p.titles, p.descriptions, p.price::float8 AS price, p.compare_at::float8 AS compare_at, p.status, p.stepper,
           (SELECT b.names->>'en' FROM brand b WHERE b.id = p.brand_id) AS brand,
           (SELECT array_agg(b.names->>'en' ORDER BY b.id) FROM brand b WHERE b.deleted_at IS NULL) AS brands,
           ARRAY(SELECT k.titles->>'en' FROM product_category c JOIN category k ON k.id = c.category_id
                  WHERE c.product_id = p.id ORDER BY 1) AS categories,
           (SELECT json_agg(json_build_array(i.barcode, i.price, i.option) ORDER BY i.barcode)
              FROM product_item i WHERE i.product_id = p.id AND i.deleted_at IS NULL) AS items,
           (SELECT array_agg(titles->>'en' ORDER BY id) FROM category WHERE deleted_at IS NULL) AS tree
      FROM product p
     WHERE p.deleted_at IS NULL
       AND EXISTS (SELECT 1 FROM product_item i WHERE i.product_id = p.id AND i.barcode LIKE ${`${prefix}-%`})
     ORDER BY p.id`;
}

const categoriesOf = () =>
  app.services.database.prisma.category.findMany({
    where: { deleted_at: null },
    select: { id: true, titles: true },
    orderBy: { id: 'asc' },
  });

let serial = 0;

it('imports undone in any order, with other imports in between, restore the original data', async () => {
  const step = fc.oneof({ weight: 2, arbitrary: file }, { weight: 1, arbitrary: fc.nat(9) });
  await fc.assert(
    fc.asyncProperty(
      fc.option(file, { nil: null }),
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.infiniteStream(fc.nat(99)),
      async (first, steps, picks) => {
        serial += 1;
        const prefix = `U${serial}`;
        if (first) await importLines(prefix, first);
        const before = { goods: await standing(prefix), categories: await categoriesOf() };
        let open: number[] = [];
        const undoOne = async (pick: number) => {
          const id = open[pick % Math.max(1, open.length)];
          if (id === undefined) return;
          await undo(id);
          open = open.filter((one) => one !== id);
        };
        for (const one of steps)
          if (typeof one === 'number') await undoOne(one);
          else open.push(await importLines(prefix, one));
        for (const pick of picks) {
          if (open.length === 0) break;
          await undoOne(pick);
        }
        expect({ goods: await standing(prefix), categories: await categoriesOf() }).toEqual(before);
        const { prisma } = app.services.database;
        const kept = await prisma.product_import_row.count({
          where: { barcode: { startsWith: `${prefix}-` }, result: 'kept' },
        });
        expect(kept).toBe(0);
      },
    ),
    { numRuns: 25, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) },
  );
});
