import { makeBranch } from '../../../../test/actors.ts';
import { newTexts, type Oracle } from '../../../../test/oracle.ts';

export const oracle: Oracle = {
  group: 'priceList',
  calls: {
    '/admin/pricelist': 'pricelist.view',
    '/admin/pricelist/show/{id}': 'pricelist.view',
    '/admin/pricelist/lookup': 'pricelist.view',
    '/admin/pricelist/phones': 'pricelist.view',
    '/admin/pricelist/order': 'pricelist.save',
    '/admin/pricelist/save': 'pricelist.save',
    '/admin/pricelist/preview/{id}': 'pricelist.view',
    '/admin/pricelist/separate/{id}': 'pricelist.save',
    '/admin/pricelist/undo/{id}': 'pricelist.save',
    '/admin/pricelist/delete/{id}': 'pricelist.delete',
    '/admin/pricelist/restore/{id}': 'pricelist.delete',
    '/admin/pricelist/assign/{id}': 'pricelist.save',
  },
  make: async ({ services }, { texts = newTexts('List'), status = 1 } = {}) =>
    (await services.database.prisma.price_list.create({ data: { titles: texts, status } })).id,
  creates: () => ({ titles: { en: 'List' } }),
  changes: { ord: 1 },
  accepts: {
    '/admin/pricelist/separate/{id}': async (app) => {
      const { prisma } = app.services.database;
      const product = { create: { titles: newTexts('Product') } };
      const { id: item_id, product_id } = await prisma.product_item.create({ data: { product } });
      const items = [{ product_id, item_id, price: 5 }];
      return { id: await oracle.make(app), start_date: '2026-12-01', items };
    },
    '/admin/pricelist/order': async (app) => ({
      ids: [await oracle.make(app), await oracle.make(app)],
    }),
    '/admin/pricelist/assign/{id}': async (app) => ({
      id: await oracle.make(app),
      branches_ids: [(await makeBranch(app)).id],
    }),
  },
  texts: { titles: ['name', 200], descriptions: ['text', 5000] },
};
