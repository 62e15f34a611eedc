import { newTexts, type Oracle } from '../../../../test/oracle.ts';

export const oracle: Oracle = {
  group: 'extra',
  calls: {
    '/admin/products/extras': 'open',
    '/admin/products/extras/save': 'products.extras.save',
    '/admin/products/extras/delete/{id}': 'products.extras.delete',
    '/admin/products/extras/restore/{id}': 'products.extras.delete',
  },
  readers: {
    '/admin/products/extras': {
      held: ['products.extras.view', 'products.extras', 'admin'],
      narrow: ['products', 'seller', 'products.categories', 'products.extras.save'],
    },
  },
  make: async ({ services }, { texts = newTexts('Extra'), status = 1 } = {}) =>
    (await services.database.prisma.extra.create({ data: { titles: texts, price: 2, status } })).id,
  creates: () => ({ titles: { en: 'Extra' }, price: 1 }),
  changes: { price: 1 },
  texts: { titles: ['name', 200] },
};
