import { unique } from './actors.ts';
import type { TestApp } from './app.ts';

const texts = (en: string) => ({ ar: `${en} ع`, en, de: `${en} de` });

/** Records of the catalogue, straight into the database, each with a name of its own; answers their ids. */
export function catalogueOf({ services: { database } }: TestApp) {
  const { prisma } = database;
  const id = async (made: Promise<{ id: number }>) => (await made).id;
  return {
    category: () => id(prisma.category.create({ data: { titles: texts(`Category ${unique()}`) } })),
    brand: () => id(prisma.brand.create({ data: { names: texts(`Brand ${unique()}`) } })),
    slider: () =>
      id(
        prisma.slider.create({
          data: { key: `s${unique()}`, titles: texts(`Slider ${unique()}`), width: 10, height: 5 },
        }),
      ),
    banner: async () => {
      const { id: slider_id } = await prisma.slider.create({
        data: { key: `b${unique()}`, titles: texts('Place'), width: 10, height: 5 },
      });
      const titles = texts(`Banner ${unique()}`);
      const data = { slider_id, titles, descriptions: titles, image_en: 'banner.webp' };
      return id(prisma.banner.create({ data }));
    },
    taxType: () => id(prisma.tax_type.create({ data: { names: texts(`Tax ${unique()}`), value: 5 } })),
    extra: () => id(prisma.extra.create({ data: { titles: texts(`Extra ${unique()}`), price: 2 } })),
    product: () =>
      id(prisma.product.create({ data: { titles: texts(`Product ${unique()}`), items: { create: {} } } })),
    priceList: () => id(prisma.price_list.create({ data: { titles: texts(`List ${unique()}`) } })),
    offer: () => id(prisma.offer.create({ data: { type: 'wholesale', titles: texts(`Offer ${unique()}`) } })),
    discount: () =>
      id(prisma.discount.create({ data: { type: 'percent', value: 5, titles: texts(`Sale ${unique()}`) } })),
  };
}
