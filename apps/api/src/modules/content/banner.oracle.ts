import { unique } from '../../../test/actors.ts';
import { newTexts, type Oracle } from '../../../test/oracle.ts';
import { PIXEL } from '../../../test/promises/bodies.ts';
import { oracle as slider } from './slider.oracle.ts';

export const oracle: Oracle = {
  group: 'banner',
  calls: {
    '/admin/products/banners': 'open',
    '/admin/products/banners/show/{id}': 'open',
    '/admin/products/banners/save': 'banners.save',
    '/admin/products/banners/order': 'banners.save',
    '/admin/products/banners/delete/{id}': 'banners.delete',
    '/admin/products/banners/restore/{id}': 'banners.delete',
  },
  readers: {
    '/admin/products/banners': {
      held: ['banners.view', 'banners', 'admin'],
      narrow: ['products', 'seller', 'orders', 'offers', 'banners.save'],
    },
    '/admin/products/banners/show/{id}': {
      held: ['banners.view', 'admin'],
      narrow: ['products', 'seller', 'orders', 'offers'],
    },
  },
  make: async ({ services }, { texts = newTexts('Banner'), status = 1 } = {}) => {
    const slider = {
      create: { key: `b${unique()}`, titles: newTexts('Place'), width: 10, height: 5 },
    };
    const data = { slider, titles: texts, descriptions: texts, image_en: 'banner.webp', status };
    return (await services.database.prisma.banner.create({ data })).id;
  },
  creates: async (app) => ({
    slider_id: await slider.make(app),
    titles: { en: 'Banner' },
    descriptions: { en: 'Fruit' },
    images_base64: { en: PIXEL },
  }),
  changes: { status: 0 },
  accepts: {
    '/admin/products/banners/order': async (app) => {
      const { prisma } = app.services.database;
      const [first, second] = [await oracle.make(app), await oracle.make(app)];
      const { slider_id } = await prisma.banner.findUniqueOrThrow({ where: { id: first } });
      await prisma.banner.update({ where: { id: second }, data: { slider_id, ord: 1 } });
      return { slider_id, ids: [second, first] };
    },
  },
  texts: { titles: ['name', 200], descriptions: ['text', 500] },
};
