import { unique } from '../../../test/actors.ts';
import { newTexts, type Oracle } from '../../../test/oracle.ts';

export const oracle: Oracle = {
  group: 'slider',
  calls: {
    '/admin/sliders': 'open',
    '/admin/sliders/show/{id}': 'open',
    '/admin/sliders/save': 'banners.save',
    '/admin/sliders/delete/{id}': 'banners.delete',
    '/admin/sliders/restore/{id}': 'banners.delete',
  },
  readers: {
    '/admin/sliders': { held: ['banners.view', 'seller', 'driver', 'orders', 'admin'], narrow: [] },
    '/admin/sliders/show/{id}': { held: ['banners.view', 'orders', 'admin'], narrow: [] },
  },
  make: async ({ services }, { texts = newTexts('Slider'), status = 1 } = {}) => {
    const data = { key: `s${unique()}`, titles: texts, width: 10, height: 5, status };
    return (await services.database.prisma.slider.create({ data })).id;
  },
  creates: () => ({ key: `s${unique()}`, titles: { en: 'Slider' }, width: 10, height: 5 }),
  changes: { width: 1 },
  texts: { titles: ['name', 200] },
  // what apps ask for a slider by
  plain: ['key'],
};
