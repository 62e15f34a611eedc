/** The demo grocer's shelves. Every brand is invented, and every barcode is of the range that shops give themselves. */

/** Arabic, English, German. */
export type Words = readonly [ar: string, en: string, de: string];

/** Key, and a name in each language; what is indented stands below. */
export const CATEGORIES = `
fresh | الطازج | Fresh food | Frische
  fruit | فواكه | Fruit | Obst
  vegetables | خضروات | Vegetables | Gemüse
  bakery | مخبوزات | Bakery | Backwaren
  meat | لحوم ودواجن | Meat and poultry | Fleisch und Geflügel
dairy | الألبان والبيض | Dairy and eggs | Milchprodukte und Eier
  milk | حليب ولبن | Milk and laban | Milch und Laban
  cheese | أجبان | Cheese | Käse
  eggs | بيض | Eggs | Eier
pantry | المؤن | Pantry | Vorrat
  rice | أرز وحبوب | Rice and grains | Reis und Getreide
  oil | زيوت | Oils | Öle
  spices | بهارات | Spices | Gewürze
  tins | معلبات | Tinned food | Konserven
  breakfast | الإفطار | Breakfast | Frühstück
sweets | الحلويات والتمور | Sweets and dates | Süßes und Datteln
  dates | تمور | Dates | Datteln
  biscuits | بسكويت وشوكولاتة | Biscuits and chocolate | Kekse und Schokolade
  snacks | مكسرات ومقرمشات | Nuts and snacks | Nüsse und Knabbereien
drinks | المشروبات | Drinks | Getränke
  water | مياه | Water | Wasser
  juice | عصائر | Juices | Säfte
  coffee | قهوة وشاي | Coffee and tea | Kaffee und Tee
home | المنزل والعناية | Home and care | Haushalt und Pflege
  cleaning | منظفات | Cleaning | Reinigung
  care | عناية شخصية | Personal care | Körperpflege
  baby | الطفل | Baby | Baby
`;

/** By its place: this one is disabled, its products are being sold off. */
export const SOLD_OFF = 19;

export const BRANDS: readonly Words[] = [
  ['نخلة الفجر', 'Nakhlat Al Fajr', 'Nakhlat Al Fajr'],
  ['وادي سلوان', 'Wadi Silwan', 'Wadi Silwan'],
  ['مزارع حصاة', 'Hasat Farms', 'Hasat Farms'],
  ['برقان للألبان', 'Barqan Dairy', 'Barqan Molkerei'],
  ['مطاحن مرسان', 'Marsan Mills', 'Marsan Mühlen'],
  ['سنبوك الخير', 'Sanbouk Al Khair', 'Sanbouk Al Khair'],
  ['رمال الريف', 'Rimal Reef', 'Rimal Reef'],
  ['تنور أم جاسر', 'Umm Jasser', 'Umm Jasser'],
  ['زعفرانة', 'Zafrana', 'Zafrana'],
  ['دلة السمر', 'Dallat Al Samar', 'Dallat Al Samar'],
  ['عين الغدير', 'Ain Al Ghadeer', 'Ain Al Ghadeer'],
  ['قطاف اليوم', 'Qitaf Daily', 'Qitaf Daily'],
  ['بيت الليوان', 'Bait Al Liwan', 'Bait Al Liwan'],
  ['غصن وزيت', 'Ghusn & Zait', 'Ghusn & Zait'],
  ['لمعة', 'Lamaa', 'Lamaa'],
  ['ندى الورد', 'Nada Rose', 'Nada Rose'],
  ['حلوى الفنر', 'Fanar Sweets', 'Fanar Süßwaren'],
  ['صحراوي', 'Sahrawi Roast', 'Sahrawi Roast'],
  ['بحر وبر', 'Bahr & Barr', 'Bahr & Barr'],
  ['خزامى', 'Khuzama', 'Khuzama'],
  ['سنابل الصباح', 'Sanabel Morning', 'Sanabel Morgen'],
  ['قرمشة', 'Qarmasha', 'Qarmasha'],
  ['صغيري', 'Saghiri', 'Saghiri'],
  ['وادي العسل', 'Wadi Al Asal', 'Wadi Al Asal'],
  ['قمرة', 'Qamra', 'Qamra'],
];

/** What stands behind a size. */
export const UNITS: Readonly<Record<string, Words>> = {
  g: ['جم', 'g', 'g'],
  kg: ['كجم', 'kg', 'kg'],
  ml: ['مل', 'ml', 'ml'],
  l: ['لتر', 'l', 'l'],
  x: ['حبة', 'pcs', 'Stück'],
};

type Addition = {
  readonly names: Words;
  readonly price: number;
  readonly categories: readonly string[];
  /** What it costs on the island, where that is not the same. */
  readonly pearl?: number;
  readonly isOff?: true;
};

/** What can be added to what stands in these categories. */
export const EXTRAS: readonly Addition[] = [
  {
    names: ['تغليف هدية', 'Gift wrap', 'Geschenkverpackung'],
    price: 8,
    categories: ['dates', 'biscuits', 'care'],
    pearl: 12,
  },
  { names: ['تنظيف السمك', 'Fish cleaning', 'Fisch säubern'], price: 5, categories: ['meat'] },
  { names: ['تتبيل مشويات', 'Grill marinade', 'Grillmarinade'], price: 6.5, categories: ['meat'] },
  { names: ['تقطيع شرائح', 'Sliced', 'Aufgeschnitten'], price: 1, categories: ['bakery', 'cheese'] },
  { names: ['كيس ثلج', 'Bag of ice', 'Beutel Eis'], price: 4, categories: ['water', 'juice'], pearl: 5.5 },
  { names: ['طحن القهوة', 'Coffee grinding', 'Kaffee mahlen'], price: 0, categories: ['coffee'] },
  { names: ['بطاقة إهداء', 'Greeting card', 'Grußkarte'], price: 3, categories: ['dates', 'biscuits'] },
  { names: ['سلة رمضان', 'Ramadan basket', 'Ramadan-Korb'], price: 25, categories: ['dates'], isOff: true },
];
