import { newTexts, type Oracle } from '../../../../test/oracle.ts';

export const oracle: Oracle = {
  group: 'category',
  calls: {
    '/admin/products/categories': 'open',
    '/admin/products/categories/show/{id}': 'open',
    '/admin/products/categories/save': 'products.categories.save',
    '/admin/products/categories/move': 'products.categories.save',
    '/admin/products/categories/delete/{id}': 'products.categories.delete',
    '/admin/products/categories/restore/{id}': 'products.categories.delete',
  },
  readers: {
    '/admin/products/categories': {
      held: ['products.categories.view', 'products.categories', 'admin'],
      narrow: ['products', 'seller', 'products.brands', 'products.categories.save'],
    },
    '/admin/products/categories/show/{id}': {
      held: ['products.categories.view', 'admin'],
      narrow: ['products', 'seller', 'products.brands'],
    },
  },
  make: async ({ services }, { texts = newTexts('Category'), status = 1 } = {}) =>
    (await services.database.prisma.category.create({ data: { titles: texts, status } })).id,
  creates: () => ({ titles: { en: 'Category' } }),
  changes: { featured: 1 },
  accepts: {
    '/admin/products/categories/move': async (app) => ({
      id: await oracle.make(app),
      parent_id: await oracle.make(app),
    }),
  },
  texts: { titles: ['name', 200], descriptions: ['text', 5000] },
  asked: { force: 1 },
};
