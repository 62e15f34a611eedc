import { unique } from '../../../../test/actors.ts';
import { newTexts, type Oracle } from '../../../../test/oracle.ts';

export const oracle: Oracle = {
  group: 'offer',
  calls: {
    '/admin/products/offers': 'open',
    '/admin/products/offers/show/{id}': 'open',
    '/admin/products/offers/effect': 'offers.view',
    '/admin/products/offers/save': 'offers.save',
    '/admin/products/offers/delete/{id}': 'offers.delete',
    '/admin/products/offers/restore/{id}': 'offers.delete',
  },
  readers: {
    '/admin/products/offers': {
      held: ['offers.view', 'offers', 'admin'],
      narrow: ['products', 'seller', 'orders', 'pricelist', 'offers.save'],
    },
    '/admin/products/offers/show/{id}': {
      held: ['offers.view', 'admin'],
      narrow: ['products', 'seller', 'orders', 'pricelist'],
    },
  },
  make: async ({ services }, { texts = newTexts('Offer'), status = 1 } = {}) => {
    const data = { type: 'wholesale', titles: texts, status };
    return (await services.database.prisma.offer.create({ data })).id;
  },
  creates: () => ({
    titles: { en: 'Coupon' },
    info: { type: 'coupon', code: `C${unique()}`, discount: 5, discount_type: 'percent' },
  }),
  texts: { titles: ['name', 200], descriptions: ['text', 5000] },
};
