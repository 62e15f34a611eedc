/** From whom the demo grocer buys, and what: keys of the demo catalogue's categories. All are invented. */
export const SUPPLIERS: readonly {
  readonly name: string;
  readonly phone: string;
  readonly email?: string;
  readonly notes?: string;
  /** Days until they deliver, and between two orders. */
  readonly delivery_days?: number;
  readonly order_every_days?: number;
  /** In QAR. */
  readonly minimum_order?: number;
  /** Units of their first goods that every branch keeps. */
  readonly keeps?: number;
  readonly categories: readonly string[];
}[] = [
  {
    name: 'مزارع حصاة للتوريد',
    phone: '+97440110201',
    email: 'orders@hasat.test',
    delivery_days: 1,
    categories: ['fruit', 'vegetables'],
  },
  {
    name: 'Barqan Dairy Trading',
    phone: '+97440110202',
    email: 'orders@barqan.test',
    delivery_days: 2,
    order_every_days: 14,
    categories: ['milk', 'cheese', 'eggs'],
  },
  {
    name: 'مطاحن مرسان ومخابزها',
    phone: '+97440110203',
    categories: ['rice', 'spices', 'bakery', 'breakfast'],
  },
  {
    name: 'Ghusn & Zait Import GmbH',
    phone: '+493023125014',
    email: 'bestellung@ghusn-zait.test',
    notes: 'FOB Hamburg, 30 Tage Ziel',
    delivery_days: 21,
    order_every_days: 14,
    categories: ['oil', 'tins'],
  },
  { name: 'Bahr & Barr Meats', phone: '+97440110205', categories: ['meat'] },
  {
    name: 'واحة الفنر للتمور والحلويات',
    phone: '+97440110206',
    notes: 'يُسلّم يوم الخميس صباحًا',
    categories: ['dates', 'biscuits', 'snacks'],
  },
  {
    name: 'عين الغدير للمشروبات',
    phone: '+97440110207',
    delivery_days: 2,
    order_every_days: 14,
    keeps: 48,
    categories: ['water', 'juice', 'coffee'],
  },
  {
    name: 'Lamaa Home Supplies',
    phone: '+97440110208',
    email: 'sales@lamaa.test',
    notes: 'Minimum order QAR 1,500',
    order_every_days: 28,
    minimum_order: 1_500,
    keeps: 60,
    categories: ['cleaning', 'care', 'baby'],
  },
];

/** Days that goods of a category keep; null for ever. */
export const SHELF_LIFE: Readonly<Record<string, number | null>> = {
  fruit: 19,
  vegetables: 18,
  bakery: 18,
  meat: 18,
  milk: 19,
  cheese: 75,
  eggs: 30,
  rice: 540,
  oil: 600,
  spices: 720,
  tins: 900,
  breakfast: 420,
  dates: 360,
  biscuits: 270,
  snacks: 240,
  water: 365,
  juice: 180,
  coffee: 540,
  cleaning: null,
  care: 900,
  baby: 540,
};
