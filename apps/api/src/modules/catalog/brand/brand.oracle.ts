import { newTexts, type Oracle } from '../../../../test/oracle.ts';

export const oracle: Oracle = {
  group: 'brand',
  calls: {
    '/admin/products/brands': 'open',
    '/admin/products/brands/show/{id}': 'open',
    '/admin/products/brands/save': 'products.brands.save',
    '/admin/products/brands/delete/{id}': 'products.brands.delete',
    '/admin/products/brands/restore/{id}': 'products.brands.delete',
  },
  readers: {
    '/admin/products/brands': {
      held: ['products.brands.view', 'products.brands', 'admin'],
      narrow: ['products', 'seller', 'products.categories', 'products.brands.save'],
    },
    '/admin/products/brands/show/{id}': {
      held: ['products.brands.view', 'admin'],
      narrow: ['products', 'seller', 'products.categories'],
    },
  },
  make: async ({ services }, { texts = newTexts('Brand'), status = 1 } = {}) =>
    (await services.database.prisma.brand.create({ data: { names: texts, status } })).id,
  creates: () => ({ names: { en: 'Brand' } }),
  changes: { ord: 1 },
  texts: { names: ['name', 200], descriptions: ['text', 5000] },
  asked: { force: 1 },
};
