import { newTexts, type Oracle } from '../../../../test/oracle.ts';

export const oracle: Oracle = {
  group: 'discount',
  calls: {
    '/admin/products/discounts': 'offers.view',
    '/admin/products/discounts/show/{id}': 'offers.view',
    '/admin/products/discounts/effect': 'offers.view',
    '/admin/products/discounts/save': 'offers.save',
    '/admin/products/discounts/delete/{id}': 'offers.delete',
    '/admin/products/discounts/restore/{id}': 'offers.delete',
  },
  make: async ({ services }, { texts = newTexts('Sale'), status = 1 } = {}) => {
    const categories = { create: { category: { create: { titles: newTexts('Kind') } } } };
    const data = { type: 'percent', value: 5, titles: texts, status, categories };
    return (await services.database.prisma.discount.create({ data })).id;
  },
  creates: async ({ services }) => ({
    titles: { en: 'Sale' },
    type: 'percent',
    value: 5,
    categorys_id: [
      (await services.database.prisma.category.create({ data: { titles: newTexts('Kind') } })).id,
    ],
  }),
  texts: { titles: ['name', 200] },
};
