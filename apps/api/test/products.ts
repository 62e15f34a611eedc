import { computeCheckDigit } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { type Person, unique } from './actors.ts';
import type { TestApp } from './app.ts';

let serial = 0;

/** An EAN-13 that no other product of this run carries. */
export function ean(): string {
  serial += 1;
  const digits = `6${String(process.pid % 100_000).padStart(5, '0')}${String(serial).padStart(6, '0')}`;
  return `${digits}${computeCheckDigit(digits)}`;
}

export const titled = (en: string) => ({ ar: `منتج ${en}`, en, de: `Artikel ${en}` });

/** The calls of the product screens, as one person. */
export function productsOf(app: TestApp, who: () => Person | null) {
  const as = () => {
    const person = who();
    return person ? { token: person.token } : {};
  };
  return {
    save: (body: object = {}) =>
      app.call(
        api.product.save,
        'id' in body ? body : { titles: titled(`P${unique()}`), pricing: { price: 5 }, ...body },
        as(),
      ),
    show: (id: number, body: object = {}) => app.call(api.product.show, { id, ...body }, as()),
    scan: (barcode: string) => app.call(api.product.barcode, { barcode }, as()),
    list: (body: object = {}) => app.call(api.product.list, body, as()),
    remove: (id: number, body: object = {}) => app.call(api.product.remove, { id, ...body }, as()),
    restore: (id: number) => app.call(api.product.restore, { id }, as()),
    saveAll: (body: object) => app.call(api.product.saveAll, body, as()),
  };
}

/** Rows that a product hangs on, straight into the database. */
export function factsOf(app: TestApp) {
  const { prisma } = app.services.database;
  return {
    category: async (data: { status?: number; parent_id?: number } = {}) =>
      (await prisma.category.create({ data: { titles: titled(`C${unique()}`), ...data } })).id,
    brand: async (data: { status?: number } = {}) =>
      (await prisma.brand.create({ data: { names: titled(`B${unique()}`), ...data } })).id,
    taxType: async (data: { status?: number } = {}) =>
      (await prisma.tax_type.create({ data: { names: titled(`T${unique()}`), value: 5, ...data } })).id,
    extra: async (product_id: number, data: { status?: number } = {}) =>
      (
        await prisma.extra.create({
          data: { titles: titled(`E${unique()}`), price: 2, products: { create: { product_id } }, ...data },
        })
      ).id,
  };
}
