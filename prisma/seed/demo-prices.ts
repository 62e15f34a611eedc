import type { Words } from './demo-catalogue.ts';

/** Goods are named by their English titles without brand and size; the first one of a name is meant. */

/** What the island's branch asks for instead. */
export const PRICE_LIST: {
  readonly names: Words;
  readonly description: Words;
  /** The branch's place in BRANCHES. */
  readonly branch: number;
  readonly share: number;
  readonly goods: readonly string[];
} = {
  names: ['أسعار اللؤلؤة', 'Pearl prices', 'Preise auf der Perle'],
  description: [
    'أسعار الجزيرة: إيجار أعلى وتوصيل أبعد',
    'Prices on the island: a dearer rent, a longer way',
    'Preise auf der Insel: höhere Miete, weiterer Weg',
  ],
  branch: 2,
  share: 1.08,
  goods: [
    'Bananas',
    'Red apples',
    'Strawberries',
    'Arabic bread',
    'Butter croissants',
    'Full-fat milk',
    'Halloumi cheese',
    'White eggs',
    'Basmati rice',
    'Extra virgin olive oil',
    'Drinking water',
    'Orange juice',
    'Roasted coffee beans',
    'Khalas dates',
  ],
};

/** Reductions of some goods; days are counted from Saturday, 0. */
export const DISCOUNTS: readonly {
  readonly names: Words;
  readonly type: 'percent' | 'fixed';
  readonly value: number;
  readonly category: string;
  readonly days?: readonly number[];
  readonly slots?: readonly ('midday' | 'afternoon' | 'evening')[];
  readonly isOff?: true;
}[] = [
  {
    names: ['خضار الثلاثاء', 'Vegetable Tuesday', 'Gemüse-Dienstag'],
    type: 'percent',
    value: 15,
    category: 'vegetables',
    days: [3],
  },
  {
    names: ['مخبوزات المساء', 'Evening bakery', 'Backwaren am Abend'],
    type: 'percent',
    value: 25,
    category: 'bakery',
    slots: ['evening'],
  },
  {
    names: ['أسبوع العناية', 'Care week', 'Pflegewoche'],
    type: 'percent',
    value: 10,
    category: 'care',
    isOff: true,
  },
];

/** The more of a good, the cheaper each. */
export const WHOLESALE: {
  readonly names: Words;
  readonly tiers: readonly { readonly min_quantity: number; readonly discount: number }[];
  readonly goods: readonly string[];
} = {
  names: ['مياه وعصائر بالجملة', 'Water and juice by the dozen', 'Wasser und Saft im Dutzend'],
  tiers: [
    { min_quantity: 6, discount: 5 },
    { min_quantity: 12, discount: 10 },
  ],
  goods: ['Drinking water', 'Mineral water', 'Orange juice', 'Apple juice', 'Mango juice'],
};

export const BUNDLES: readonly {
  readonly names: Words;
  readonly price: number;
  readonly goods: readonly (readonly [name: string, quantity: number])[];
}[] = [
  {
    names: ['فطور العائلة', 'Family breakfast', 'Familienfrühstück'],
    price: 29.5,
    goods: [
      ['Arabic bread', 2],
      ['Labneh', 1],
      ['White eggs', 1],
      ['Halloumi cheese', 1],
      ['Orange juice', 1],
    ],
  },
  {
    names: ['ضيافة قهوة وتمر', 'Coffee and dates for guests', 'Kaffee und Datteln für Gäste'],
    price: 55,
    goods: [
      ['Arabic coffee with cardamom', 1],
      ['Khalas dates', 1],
      ['Pistachio maamoul', 1],
    ],
  },
];

export const COUPONS: readonly {
  readonly names: Words;
  readonly code: string;
  readonly discount: number;
  readonly discount_type: 'percent' | 'fixed';
  readonly min_order: number;
  readonly max_discount?: number;
  readonly usage_limit?: number;
  readonly per_customer_limit?: number;
  readonly isOff?: true;
}[] = [
  {
    names: ['أهلاً 10', 'Ahlan 10', 'Ahlan 10'],
    code: 'AHLAN10',
    discount: 10,
    discount_type: 'percent',
    min_order: 100,
    max_discount: 25,
  },
  {
    names: ['أول طلب', 'First order', 'Erste Bestellung'],
    code: 'MARHABA',
    discount: 15,
    discount_type: 'fixed',
    min_order: 75,
    per_customer_limit: 1,
  },
  {
    names: ['اليوم الوطني', 'National Day', 'Nationalfeiertag'],
    code: 'QATAR18',
    discount: 18,
    discount_type: 'percent',
    min_order: 180,
    usage_limit: 500,
    isOff: true,
  },
];
