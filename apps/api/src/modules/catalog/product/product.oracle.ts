import { newTexts, type Oracle } from '../../../../test/oracle.ts';

export const oracle: Oracle = {
  group: 'product',
  calls: {
    '/admin/products': 'open',
    '/admin/products/show/{id}': 'open',
    '/admin/products/barcode/{barcode}': 'open',
    '/admin/products/save': 'products.save',
    '/admin/products/saveall': 'products.save',
    '/admin/products/delete/{id}': 'products.delete',
    '/admin/products/restore/{id}': 'products.delete',
  },
  readers: {
    '/admin/products': {
      held: ['products.view', 'seller', 'products', 'admin'],
      narrow: ['orders', 'products.categories', 'products.extras', 'driver', 'products.save'],
    },
    '/admin/products/show/{id}': {
      held: ['products.view', 'seller', 'admin'],
      narrow: ['orders', 'products.categories', 'driver', 'products.save'],
    },
  },
  make: async ({ services }, { texts = newTexts('Product'), status = 1 } = {}) => {
    const data = { titles: texts, status, items: { create: {} } };
    return (await services.database.prisma.product.create({ data })).id;
  },
  creates: () => ({ titles: { en: 'Product' } }),
  changes: { featured: 1 },
  accepts: {
    '/admin/products/saveall': async (app) => ({ ids: [await oracle.make(app)], status: 0 }),
  },
  texts: { titles: ['name', 200], descriptions: ['text', 5000] },
};
