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
sweets | الحلويات والتمور | Sweets and dates | Süßes und Datteln
  dates | تمور | Dates | Datteln
  biscuits | بسكويت وشوكولاتة | Biscuits and chocolate | Kekse und Schokolade
drinks | المشروبات | Drinks | Getränke
  water | مياه | Water | Wasser
  juice | عصائر | Juices | Säfte
  coffee | قهوة وشاي | Coffee and tea | Kaffee und Tee
home | المنزل والعناية | Home and care | Haushalt und Pflege
  cleaning | منظفات | Cleaning | Reinigung
  care | عناية شخصية | Personal care | Körperpflege
`;

/** The last one is disabled: its products are being sold off. */
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
];

/** What stands behind a size. */
export const UNITS: Readonly<Record<string, Words>> = {
  g: ['جم', 'g', 'g'],
  kg: ['كجم', 'kg', 'kg'],
  ml: ['مل', 'ml', 'ml'],
  l: ['لتر', 'l', 'l'],
  x: ['حبة', 'pcs', 'Stück'],
};

/**
 * Category, a name in each language, and as what it is sold: brand by its place, size, unit, price in riyals, and how
 * many a carton holds where one is sold too. 'loose': by the kilogram.
 */
export const SHELVES = `
fruit | موز | Bananas | Bananen | - - loose 6.5, 2 6 x 7.25
fruit | تفاح أحمر | Red apples | Rote Äpfel | - - loose 9, 11 1.5 kg 12.5
fruit | برتقال للعصير | Juicing oranges | Saftorangen | - - loose 5.75, 11 3 kg 15
fruit | مانجو | Mangoes | Mangos | - - loose 14.5, 2 4 x 22
fruit | عنب أخضر | Green grapes | Grüne Trauben | - - loose 16, 11 500 g 8.75
vegetables | طماطم | Tomatoes | Tomaten | - - loose 5.25, 2 500 g 4.5
vegetables | خيار | Cucumbers | Gurken | - - loose 4.75, 2 1 kg 5.5
vegetables | بصل أحمر | Red onions | Rote Zwiebeln | - - loose 3.5, 11 2 kg 6.25
vegetables | بطاطس | Potatoes | Kartoffeln | - - loose 3.25, 11 5 kg 13.5
vegetables | نعناع طازج | Fresh mint | Frische Minze | 2 100 g 2, 11 50 g 1.25
bakery | خبز عربي | Arabic bread | Fladenbrot | 7 5 x 2.5, 7 10 x 4.5, 4 5 x 2.25
bakery | خبز توست أسمر | Brown toast | Vollkorntoast | 4 600 g 6.5, 7 400 g 5
bakery | كرواسون بالزبدة | Butter croissants | Buttercroissants | 7 4 x 9, 7 8 x 16.5
bakery | خبز رقاق | Regag bread | Regag-Brot | 7 6 x 5, 12 4 x 6
meat | صدور دجاج طازجة | Fresh chicken breasts | Frische Hähnchenbrust | 2 500 g 18.5, 18 1 kg 34
meat | دجاج كامل | Whole chicken | Ganzes Hähnchen | 2 1.1 kg 19, 18 1.3 kg 22.5
meat | لحم غنم مفروم | Minced lamb | Lammhackfleisch | - - loose 48, 18 500 g 27.5
meat | هامور طازج | Fresh hammour | Frischer Hamour | - - loose 62, 18 400 g 29
milk | حليب كامل الدسم | Full-fat milk | Vollmilch | 3 1 l 6.5 12, 3 2 l 11.75, 1 1 l 6.25 12
milk | حليب قليل الدسم | Low-fat milk | Fettarme Milch | 3 1 l 6.5, 1 500 ml 3.75
milk | لبن عيران | Laban drink | Ayran | 3 180 ml 1.5 24, 3 1 l 5.75, 1 360 ml 2.5
milk | زبادي طبيعي | Plain yoghurt | Naturjoghurt | 3 170 g 1.75 6, 3 1 kg 8, 1 500 g 5
cheese | جبنة حلوم | Halloumi cheese | Halloumi | 1 250 g 12.5, 3 225 g 11
cheese | جبنة عكاوي | Akkawi cheese | Akkawi-Käse | - - loose 34, 1 400 g 15.5
cheese | لبنة | Labneh | Labneh | 3 400 g 9.25, 1 700 g 15, 12 200 g 5.5
eggs | بيض أبيض | White eggs | Weiße Eier | 2 6 x 5.5, 2 15 x 12, 2 30 x 21
eggs | بيض بلدي | Free-range eggs | Freilandeier | 11 6 x 9.5, 11 12 x 18
rice | أرز بسمتي | Basmati rice | Basmatireis | 5 1 kg 9.5 10, 5 5 kg 42, 5 10 kg 79, 12 2 kg 18
rice | أرز مصري | Short-grain rice | Rundkornreis | 5 1 kg 7.5, 4 5 kg 33
rice | طحين أبيض | White flour | Weizenmehl | 4 1 kg 4, 4 2 kg 7.25, 4 10 kg 31
rice | هريس | Harees wheat | Harees-Weizen | 4 1 kg 8.5, 12 500 g 5.25
rice | عدس أحمر | Red lentils | Rote Linsen | 5 1 kg 8, 4 500 g 4.5
rice | معكرونة سباغيتي | Spaghetti | Spaghetti | 4 400 g 4.25 20, 6 500 g 5
oil | زيت زيتون بكر ممتاز | Extra virgin olive oil | Natives Olivenöl extra | 13 250 ml 16.5, 13 500 ml 29, 13 1 l 52
oil | زيت دوار الشمس | Sunflower oil | Sonnenblumenöl | 13 1.5 l 14 6, 5 3 l 26.5
oil | سمن بلدي | Ghee | Ghee | 12 400 g 21, 12 800 g 39
spices | بزار قطري | Qatari bezar | Katarischer Bezar | 8 100 g 11, 8 250 g 24.5, 12 200 g 22
spices | هيل أخضر | Green cardamom | Grüner Kardamom | 8 50 g 13.5, 8 200 g 48
spices | لومي أسود | Black lime | Schwarze Limette | 8 100 g 7.5, 12 200 g 12.75
spices | زعفران | Saffron threads | Safranfäden | 8 1 g 19.5, 8 5 g 88
tins | فول مدمس | Fava beans | Ackerbohnen | 6 400 g 3.5 24, 5 450 g 3.75
tins | حمص حب | Chickpeas | Kichererbsen | 6 400 g 3.75 24, 5 400 g 3.5
tins | تونة بزيت الزيتون | Tuna in olive oil | Thunfisch in Olivenöl | 18 160 g 8.25 12, 6 185 g 7.5
tins | معجون طماطم | Tomato paste | Tomatenmark | 6 135 g 2 8, 6 400 g 4.75
dates | تمر خلاص | Khalas dates | Khalas-Datteln | 0 500 g 18, 0 1 kg 33, 0 3 kg 89
dates | تمر سكري | Sukkari dates | Sukkari-Datteln | 0 500 g 22, 12 800 g 34
dates | تمر محشو باللوز | Dates with almonds | Datteln mit Mandeln | 0 250 g 19.5, 16 400 g 31
dates | دبس تمر | Date molasses | Dattelsirup | 0 400 g 12.5, 0 700 g 19
biscuits | بسكويت بالتمر | Date biscuits | Dattelkekse | 16 16 x 10, 16 32 x 18.5
biscuits | شوكولاتة بحليب الإبل | Camel milk chocolate | Kamelmilchschokolade | 16 70 g 17, 16 200 g 45
biscuits | معمول بالفستق | Pistachio maamoul | Maamoul mit Pistazien | 7 12 x 28, 16 24 x 52
water | مياه شرب | Drinking water | Trinkwasser | 10 330 ml 1 24, 10 500 ml 1.25 24, 10 1.5 l 2 6, 10 5 l 6.5
water | مياه فوارة | Sparkling water | Sprudelwasser | 10 330 ml 2.75 12, 10 750 ml 5
juice | عصير برتقال | Orange juice | Orangensaft | 11 200 ml 2.25 18, 11 1 l 9, 3 1.5 l 11.5
juice | عصير ليمون بالنعناع | Lemon and mint | Zitrone-Minze | 11 300 ml 6, 11 1 l 14.5
juice | عصير رمان | Pomegranate juice | Granatapfelsaft | 11 1 l 15, 6 250 ml 3.5 12
coffee | قهوة عربية بالهيل | Arabic coffee with cardamom | Arabischer Kaffee mit Kardamom | 9 250 g 26, 9 500 g 48, 17 250 g 29.5
coffee | حبوب قهوة محمصة | Roasted coffee beans | Geröstete Kaffeebohnen | 17 250 g 38, 17 1 kg 129
coffee | شاي كرك سريع | Instant karak tea | Instant-Karak-Tee | 9 20 x 17.5, 9 10 x 9.75
coffee | شاي أسود | Black tea | Schwarzer Tee | 9 100 x 13, 12 400 g 19
cleaning | سائل غسيل الصحون | Washing-up liquid | Spülmittel | 14 500 ml 6.5 12, 14 1 l 11
cleaning | مسحوق غسيل | Washing powder | Waschpulver | 14 1.5 kg 18.5, 14 5 kg 54
cleaning | مناديل ورقية | Paper tissues | Papiertücher | 14 200 x 4.5 5, 19 150 x 3.75
care | صابون بزيت الزيتون | Olive oil soap | Olivenölseife | 15 150 g 7.5 6, 13 125 g 9
care | شامبو بماء الورد | Rose water shampoo | Rosenwasser-Shampoo | 15 400 ml 16.5, 15 200 ml 9.5
care | بخور عود | Oud incense | Oud-Räucherwerk | 19 50 g 65, 15 25 g 38
`;

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
