import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../../../test/actors.ts';
import { api, startApp, type TestApp } from '../../../test/app.ts';
import { ean, importIn, sendFile } from '../../../test/workbooks.ts';

// each fault that real files showed, three times more, as an owner writes it and with what the owner means
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

/** Imports a text as it was sent, by what was guessed of its columns. */
async function importUnedited(text: string, encode = (from: string) => new TextEncoder().encode(from)) {
  const { results } = await sendFile(app.url, admin.token, { name: 'list.csv', bytes: encode(text) }, {});
  const read = await importIn(app.url, admin.token, results.id);
  const started = await app.call(
    api.productImport.start,
    { id: read.id, mapping: read.mapping },
    { token: admin.token },
  );
  expect(started.status, JSON.stringify([read.mapping, started.failure])).toBe(200);
  return importIn(app.url, admin.token, read.id, ['done', 'failed', 'checked']);
}
const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

async function named(keywords: string) {
  const { results } = await app.call(api.product.list, { keywords, limit: 50 }, admin);
  const [row] = results;
  if (!row) return null;
  const { title, titles, price, compare_at, status, items, categories, descriptions } = (
    await app.call(api.product.show, { id: row.id }, admin)
  ).results;
  return {
    title,
    titles,
    price,
    compare_at,
    status,
    descriptions,
    codes: items.map(({ barcode }) => barcode),
    prices: items.map((item) => item.price),
    categories: categories.map((one) => one.title),
  };
}

type Case = [what: string, text: string, counts: object, products: Readonly<Record<string, object>>];
const GTIN = ean(81_001);

/** The cases of a fault: what was counted, then what became of its products. */
const means = (cases: readonly Case[]) =>
  it.each(cases)('%s', async (_, text, counts, products) => {
    const done = await importUnedited(text);
    const became = await Promise.all(Object.keys(products).map(async (key) => [key, await named(key)]));
    expect({ ...done, ...Object.fromEntries(became) }).toMatchObject({ refused: 0, ...counts, ...products });
  });

describe('lists without codes', () => {
  means([
    [
      'a list with two columns and no codes creates its products',
      'Article,Price\nKitchen towel roll,6\nDish soap pump,7.5\nSponge pair,2',
      { created: 3, uncoded: 3 },
      { 'Kitchen towel': { price: 6, codes: [null], status: 1 }, 'Dish soap pump': { price: 7.5 } },
    ],
    [
      'an Arabic list without codes creates its products',
      'الصنف,القسم,السعر\nشوربة عدس مجروش,مقبلات,14\nجبنة حلوم مشوية,مقبلات,22\nأرز بالدجاج البلدي,رئيسي,31.5',
      { created: 3, uncoded: 3 },
      { 'عدس مجروش': { price: 14, titles: { ar: 'شوربة عدس مجروش' }, categories: ['مقبلات'] } },
    ],
    [
      'a list with a row number column creates products without codes',
      'No,Dish,Section,Price\n1,Onion broth,Soups,12\n2,Barley broth,Soups,13\n3,Pea broth,Soups,11',
      { created: 3, uncoded: 3 },
      { 'Onion broth': { price: 12, codes: [null] }, 'Pea broth': { price: 11 } },
    ],
  ]);
});

describe('an empty code column beside a filled one', () => {
  means([
    [
      'an empty barcode is replaced by the own code row by row',
      `SKU,Barcode,Name,Price\nVA-1,${GTIN},Vase tall,40\nVA-2,,Vase low,30\nVA-3,,Vase wide,35`,
      { created: 3, uncoded: 0 },
      { 'Vase tall': { codes: [GTIN] }, 'Vase low': { codes: ['VA-2'] } },
    ],
    [
      'an internal reference is the code where the barcode is empty',
      'Internal Reference,Name,Barcode,Sales Price,Cost\nIR-10,Acoustic screen,,295,287\nIR-11,Desk organiser,,5.10,4\nIR-12,Wall shelf unit,,1.98,1',
      { created: 3, uncoded: 0 },
      { 'Acoustic screen': { codes: ['IR-10'], price: 295 }, 'Wall shelf': { price: 1.98 } },
    ],
    [
      'the item number is the code where the barcode is a dash',
      'Artikelnummer;EAN;Bezeichnung;VK\nAN-701;-;Leinenbeutel;3,50\nAN-702;-;Jutebeutel;2,90\nAN-703;-;Netzbeutel;1,20',
      { created: 3, uncoded: 0 },
      { Leinenbeutel: { codes: ['AN-701'], price: 3.5, titles: { de: 'Leinenbeutel' } } },
    ],
  ]);
});

describe('purchase prices beside selling prices', () => {
  means([
    [
      'a purchase price column before the selling price is the cost',
      'SKU,Name,Buying price,Selling price\nPB-1,Rain coat adult,18.4,39.9\nPB-2,Rain hat,3.1,12\nPB-3,Rain boots,22,49',
      { created: 3 },
      { 'Rain coat adult': { price: 39.9 }, 'Rain hat': { price: 12 } },
    ],
    [
      'a German purchase price is the cost',
      'Art.-Nr.;Bezeichnung;Einkaufspreis;Verkaufspreis\nPB-11;Sonnenschirm;18,40;39,90\nPB-12;Strandtuch;3,10;12,00',
      { created: 2 },
      { Sonnenschirm: { price: 39.9 }, Strandtuch: { price: 12 } },
    ],
    [
      'an Arabic purchase price is the cost',
      'الكود,الاسم,سعر الشراء,سعر البيع\nPB-21,مظلة كبيرة,18.4,39.9\nPB-22,قبعة شمس,3.1,12',
      { created: 2 },
      { 'مظلة كبيرة': { price: 39.9 }, 'قبعة شمس': { price: 12 } },
    ],
  ]);
});

describe('several rows of one product', () => {
  means([
    [
      'rows of one product with two options become its items',
      'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price\ntee,Tee plain,Size,S,Colour,Red,TE-SR,20\ntee,,,S,,Blue,TE-SB,20\ntee,,,M,,Red,TE-MR,22',
      { created: 1, items: 2 },
      { 'Tee plain': { codes: ['TE-SR', 'TE-SB', 'TE-MR'], prices: [null, null, 22] } },
    ],
    [
      'rows of one product that repeat its name become its items',
      'handle,sku,name,variant_option_one_name,variant_option_one_value,supply_price,retail_price\nparka,PK-S,Parka warm,Size,S,18.4,89.9\nparka,PK-M,Parka warm,Size,M,18.4,89.9\nscarf,SF-1,Scarf warm,,,3.1,12',
      { created: 2, items: 1 },
      { 'Parka warm': { codes: ['PK-S', 'PK-M'], price: 89.9 }, 'Scarf warm': { codes: ['SF-1'] } },
    ],
    [
      'rows of one product with the name in the first row only become its items',
      'Handle,SKU,Name,Category,Option 1 name,Option 1 value,Default price\nlatte-x,LX-1,Latte extra,Coffee,Size,Small,12\nlatte-x,LX-2,,,,Large,15\nmocha-x,MX-1,Mocha extra,Coffee,,,14',
      { created: 2, items: 1 },
      { 'Latte extra': { codes: ['LX-1', 'LX-2'], prices: [null, 15], categories: ['Coffee'] } },
    ],
  ]);
});

describe('sale prices beside regular prices', () => {
  means([
    [
      'a German campaign price is the sale price',
      'Artikelnr;Name;Preis;Aktionspreis\nAP-1;Stehlampe Nord;120,00;99,00\nAP-2;Leselampe Nord;48,00;\nAP-3;Wandlampe Nord;60,00;',
      { created: 3 },
      { 'Stehlampe Nord': { price: 99, compare_at: 120 }, 'Leselampe Nord': { price: 48, compare_at: null } },
    ],
    [
      'a price with an older price to compare is the sale price',
      'Code,Name,Price,Compare-at price\nCA-1,Lamp east,99,120\nCA-2,Lamp west,48,\nCA-3,Lamp south,48,40',
      { created: 3 },
      { 'Lamp east': { price: 99, compare_at: 120 }, 'Lamp south': { price: 48, compare_at: null } },
    ],
    [
      'Arabic prices before and after the discount are read as such',
      'الكود,الاسم,السعر قبل الخصم,السعر بعد الخصم\nDS-1,مصباح أرضي,120,99\nDS-2,مصباح مكتب,60,48\nDS-3,مصباح جدار,75,70',
      { created: 3 },
      { 'مصباح أرضي': { price: 99, compare_at: 120 }, 'مصباح مكتب': { price: 48, compare_at: 60 } },
    ],
  ]);
});

describe('negative stock', () => {
  means([
    [
      'negative stock with a fraction is read',
      'Code,Name,Price,Stock\nNS-1,Hose short,5,-2.5\nNS-2,Reel long,6,4',
      { created: 2 },
      { 'Hose short': { price: 5 } },
    ],
    [
      'negative stock in brackets is read',
      'Code,Name,Price,On hand\nNS-11,Tap brass,5,(3)\nNS-12,Spout steel,6,4',
      { created: 2 },
      { 'Tap brass': { price: 5 } },
    ],
    [
      'negative stock in Arabic digits is read',
      'الكود,الاسم,السعر,الكمية\nNS-21,صنبور صغير,5,-٣\nNS-22,صنبور كبير,6,−4',
      { created: 2 },
      { 'صنبور صغير': { price: 5 } },
    ],
  ]);
});

describe('prices with many decimals', () => {
  means([
    [
      'prices with many decimals after a comma are rounded',
      'Code;Name;Preis\nMD-1;Mappe eins;27,8888888889\nMD-2;Mappe zwei;3,505',
      { created: 2 },
      { 'Mappe eins': { price: 27.89 }, 'Mappe zwei': { price: 3.51 } },
    ],
    [
      'prices with thousands and many decimals are rounded',
      'Code,Name,Price\nMD-11,Safe large,"1,234.5678"\nMD-12,Safe small,"999.994"',
      { created: 2 },
      { 'Safe large': { price: 1234.57 }, 'Safe small': { price: 999.99 } },
    ],
    [
      'prices below one cent are rounded',
      'Code,Name,Price\nMD-21,Pin single,0.005\nMD-22,Pin half,0.004',
      { created: 2, unpriced: 1 },
      { 'Pin single': { price: 0.01 }, 'Pin half': { price: 0, status: 0 } },
    ],
  ]);
});

describe('codes protected by a spreadsheet', () => {
  means([
    [
      'codes behind a curly apostrophe are read without it',
      'Barcode,Name,Price\n’77100200310,Ring plain,80\n’77100200311,Ring wide,90',
      { created: 2 },
      { 'Ring plain': { codes: ['77100200310'] } },
    ],
    [
      'codes that begin with zeros keep them',
      "SKU,Name,Price\n'00123,Chain plain,80\n'00124,Chain wide,90",
      { created: 2 },
      { 'Chain plain': { codes: ['00123'] } },
    ],
    [
      'codes written as a formula of one text are read',
      'Barcode,Name,Price\n"=""77100200312""",Stud plain,80\n"=""77100200313""",Stud wide,90',
      { created: 2 },
      { 'Stud plain': { codes: ['77100200312'] } },
    ],
  ]);
});

describe('products that are not for sale', () => {
  means([
    [
      'an unpublished product is disabled',
      'Code,Name,Price,Published\nPU-1,Shown tile,10,TRUE\nPU-2,Hidden tile,10,FALSE',
      { created: 2 },
      { 'Shown tile': { status: 1 }, 'Hidden tile': { status: 0 } },
    ],
    [
      'a product marked inactive in German is disabled',
      'Code;Name;Preis;Aktiv\nPU-11;Kachel an;10;ja\nPU-12;Kachel aus;10;nein',
      { created: 2 },
      { 'Kachel an': { status: 1 }, 'Kachel aus': { status: 0 } },
    ],
    [
      'a product archived or disabled in Arabic is disabled',
      'الكود,الاسم,السعر,الحالة\nPU-21,بلاط معروض,10,نشط\nPU-22,بلاط مخفي,10,غير نشط\nPU-23,بلاط قديم,10,archived',
      { created: 3 },
      { 'بلاط معروض': { status: 1 }, 'بلاط مخفي': { status: 0 }, 'بلاط قديم': { status: 0 } },
    ],
  ]);
});

describe('HTML descriptions', () => {
  means([
    [
      'an HTML description is imported without its scripts',
      'Code,Name,Price,Description\nHT-1,Tea one,6,<p>Loose <b>leaf</b></p><script>alert(1)</script><style>p{}</style>',
      { created: 1 },
      { 'Tea one': { descriptions: { en: 'Loose leaf' } } },
    ],
    [
      'an HTML description keeps its line breaks and characters',
      'Code,Name,Price,Description\nHT-2,Tea two,6,First<br>Second<br/>5&nbsp;&euro; &#8364; &lt;3',
      { created: 1 },
      { 'Tea two': { descriptions: { en: 'First\nSecond\n5 € € <3' } } },
    ],
    [
      'a description with a less-than sign is not taken as HTML',
      'Code,Name,Price,Description\nHT-3,Tea three,6,"Under 5 < 7 degrees & dark"',
      { created: 1 },
      { 'Tea three': { descriptions: { en: 'Under 5 < 7 degrees & dark' } } },
    ],
  ]);
});

describe('Arabic categories', () => {
  means([
    [
      'an Arabic section column is the category',
      'الباركود,اسم المنتج,القسم,السعر\nAC-1,شاي أخضر مغربي,مشروبات > شاي,5.5\nAC-2,كعك محشو,حلويات,7',
      { created: 2 },
      { 'شاي أخضر مغربي': { categories: ['شاي'], price: 5.5 } },
    ],
    [
      'an Arabic classification column is the category',
      'باركود,الاسم,التصنيف,سعر البيع\nAC-11,زعتر بري,أعشاب,5.5\nAC-12,ميرمية برية,أعشاب,7',
      { created: 2 },
      { 'زعتر بري': { categories: ['أعشاب'] } },
    ],
    [
      'an Arabic group column is the category',
      'رمز الصنف,اسم الصنف,المجموعة,السعر\nAC-21,لبان ذكر,بخور,5.5\nAC-22,عود هندي,بخور,7',
      { created: 2 },
      { 'لبان ذكر': { categories: ['بخور'] } },
    ],
  ]);
});

describe('German headers of several words', () => {
  means([
    [
      'German headers written as one word are recognised',
      'ArtikelNr;ArtikelBezeichnung;WarenGruppe;EKNetto;VKBrutto;Bestand\nGC-1;Birnensaft klar;Getränke;5,40;8,94;1.204,00\nGC-2;Quittensaft;Getränke;6,10;10,49;38',
      { created: 2 },
      { 'Birnensaft klar': { price: 8.94, codes: ['GC-1'], categories: ['Getränke'] } },
    ],
    [
      'short German headers are recognised',
      'Art-Nr;Bez.;WG;EK;VK\nGC-11;Hirse fein;Getreide;1,10;2,49\nGC-12;Hafer grob;Getreide;0,90;1,99',
      { created: 2 },
      { 'Hirse fein': { price: 2.49, codes: ['GC-11'] } },
    ],
    [
      'German gross and net prices are told apart',
      'Artikelnummer;Artikelbezeichnung;Kategorie;Netto-Preis;Brutto-Preis\nGC-21;Walnussöl;Öle;10,00;10,70\nGC-22;Leinöl;Öle;8,00;8,56',
      { created: 2 },
      { Walnussöl: { price: 10.7, categories: ['Öle'] } },
    ],
  ]);

  it('German headers are read in the encoding of old programs', async () => {
    const done = await importUnedited(
      'Artikelnummer;Bezeichnung;Preis\nGC-31;Gr\u00fcnkern lose;6,10\nGC-32;\u00d6l lose;7,20',
      latin,
    );
    expect(done).toMatchObject({ created: 2, refused: 0 });
    expect(await named('Grünkern lose')).toMatchObject({ price: 6.1 });
  });
});

describe('several categories in one cell', () => {
  means([
    [
      'categories separated by semicolons are read',
      'SKU,Name,Regular price,Categories\nSC-1,Mug north,11,Kitchen N > Mugs N; Gifts N',
      { created: 1 },
      { 'Mug north': { categories: expect.arrayContaining(['Mugs N', 'Gifts N']) } },
    ],
    [
      'categories separated by bars are read',
      'SKU,Name,Regular price,Categories\nSC-2,Mug east,11,Kitchen E|Gifts E|',
      { created: 1 },
      { 'Mug east': { categories: expect.arrayContaining(['Kitchen E', 'Gifts E']) } },
    ],
    [
      'category paths with slashes are read',
      'SKU,Name,Regular price,Categories\nSC-3,Mug west,11,"Kitchen W / Mugs W, Gifts W /"',
      { created: 1 },
      { 'Mug west': { categories: expect.arrayContaining(['Mugs W', 'Gifts W']) } },
    ],
  ]);
});

describe('category cells that mean none', () => {
  means([
    [
      'a dash as category means none',
      'Code,Name,Price,Category\nCN-1,Soap olive,4,-\nCN-2,Brush bath,6,Bath',
      { created: 2 },
      { 'Soap olive': { categories: [] }, 'Brush bath': { categories: ['Bath'] } },
    ],
    [
      'an Arabic zero as category means none',
      'Code,Name,Price,Category\nCN-11,Salt coarse,4,٠\nCN-12,Pepper fine,6,Spices',
      { created: 2 },
      { 'Salt coarse': { categories: [] } },
    ],
    [
      'an unknown category number means none',
      'Code,Name,Price,Category\nCN-21,Rice long,4,8888888\nCN-22,Oats rolled,6,8888889',
      { created: 2 },
      { 'Rice long': { categories: [], price: 4 } },
    ],
  ]);
});

describe('yes and no columns beside the price', () => {
  means([
    [
      'a yes or no column about tax is not the price',
      'SKU,Name,Price,Price includes tax?\nYN-1,Shirt north,90,yes\nYN-2,Belt north,40,no',
      { created: 2 },
      { 'Shirt north': { price: 90 }, 'Belt north': { price: 40 } },
    ],
    [
      'a German yes or no column about tax is not the price',
      'ArtNr;Name;Preis inkl. MwSt;Preis\nYN-11;Hemd Nord;ja;90,00\nYN-12;Gurt Nord;nein;40,00',
      { created: 2 },
      { 'Hemd Nord': { price: 90 }, 'Gurt Nord': { price: 40 } },
    ],
    [
      'a yes or no column about stock is not the quantity',
      'SKU,Name,In stock?,Stock,Price\nYN-21,Shirt east,Y,4,90\nYN-22,Belt east,N,0,40',
      { created: 2 },
      { 'Shirt east': { price: 90 }, 'Belt east': { price: 40 } },
    ],
  ]);
});

describe('pictures that are not in a zip', () => {
  means([
    [
      'a picture path on another computer is left out',
      'Code,Name,Price,Image\nPI-1,Sandal red,30,/Users/shop/Pictures/a.jpg',
      { created: 1 },
      { 'Sandal red': { price: 30 } },
    ],
    [
      'a picture address is left out',
      'Code,Name,Price,Image URL\nPI-2,Sandal blue,30,https://pictures.example/b.jpg',
      { created: 1 },
      { 'Sandal blue': { price: 30 } },
    ],
    [
      'several picture addresses are left out',
      'Code,Name,Price,Images\nPI-3,Sandal green,30,"https://pictures.example/c.jpg, https://pictures.example/d.jpg"',
      { created: 1 },
      { 'Sandal green': { price: 30 } },
    ],
  ]);
});

describe('remarks beside the name', () => {
  means([
    [
      'a remarks column with longer texts is not the name',
      'Code,Product,Price,Comment\nRE-1,Wine red,9.5,Not before autumn because the maker bottles it late\nRE-2,Wine white,11,Ask for the older year',
      { created: 2 },
      { 'Wine red': { titles: { en: 'Wine red' }, price: 9.5 } },
    ],
    [
      'a remarks column before the name is not the name',
      'Notes,Item,Price\nOrder again,Grape juice dark,9.5\nOrder again soon,Grape juice clear,8',
      { created: 2, uncoded: 2 },
      { 'Grape juice dark': { titles: { en: 'Grape juice dark' }, price: 9.5 } },
    ],
    [
      'an Arabic remarks column is not the name',
      'الصنف,السعر,ملاحظات\nعصير عنب داكن,9.5,لا يتوفر قبل الخريف لأن المصنع يعبئه متأخرا\nعصير رمان صاف,8,',
      { created: 2, uncoded: 2 },
      { 'عنب داكن': { titles: { ar: 'عصير عنب داكن' } } },
    ],
  ]);
});

describe('sizes in a column of their own', () => {
  means([
    [
      'a pack size column is added to the name',
      'Medicine,Pack size,Price\nMint syrup,450 ml,59\nMint syrup,200 ml,27\nSage syrup,450 ml,66',
      { created: 3, uncoded: 3 },
      { 'Mint syrup 450': { price: 59 }, 'Mint syrup 200': { price: 27 } },
    ],
    [
      'a German size column is added to the name',
      'Artikel;Größe;Preis\nThymiansaft;450 ml;59\nThymiansaft;200 ml;27',
      { created: 2, uncoded: 2 },
      { 'Thymiansaft 450': { price: 59 }, 'Thymiansaft 200': { price: 27 } },
    ],
    [
      'an Arabic size column is added to the name',
      'الدواء,الحجم,السعر\nشراب الزعتر,450 مل,59\nشراب الزعتر,200 مل,27',
      { created: 2, uncoded: 2 },
      { 'شراب الزعتر 450': { price: 59 }, 'شراب الزعتر 200': { price: 27 } },
    ],
  ]);
});

describe('names in the language of their header', () => {
  means([
    [
      'names in two languages are read under their headers',
      'Barcode,Name (English),Name (Arabic),Price\nLA-1,Pear juice,عصير كمثرى,6',
      { created: 1 },
      { 'Pear juice': { titles: { en: 'Pear juice', ar: 'عصير كمثرى', de: '' } } },
    ],
    [
      'names in a German export are read under their headers',
      'ID;Titel (Deutsch);Titel (Englisch);Barcode;Preis\n;Birnensaft neu;Pear juice new;LA-11;6,50',
      { created: 1 },
      { 'Birnensaft neu': { price: 6.5, titles: { de: 'Birnensaft neu', en: 'Pear juice new' } } },
    ],
    [
      'names without a language in the header are told apart by their letters',
      'Code,Name,الاسم,Price\nLA-21,Plum juice,عصير برقوق,6',
      { created: 1 },
      { 'Plum juice': { titles: { en: 'Plum juice', ar: 'عصير برقوق' } } },
    ],
  ]);
});

describe('undoing imports', () => {
  const undo = async (id: number) => {
    await app.call(api.productImport.undo, { id }, admin);
    return importIn(app.url, admin.token, id, ['undone', 'failed']);
  };

  it('undoing the first of two imports keeps what the second wrote, and undoing the second then restores the original', async () => {
    await importUnedited('Code,Name,Price\nUD-1,Stood before,5');
    const first = await importUnedited('Code,Name,Price\nUD-1,By the first,6');
    const second = await importUnedited('Code,Name,Price\nUD-1,By the second,7');
    await undo(first.id);
    expect(await named('By the second')).toMatchObject({ price: 7 });
    await undo(second.id);
    expect(await named('Stood before')).toMatchObject({ price: 5 });
  });

  it('undoing an import keeps a price that somebody changed later and restores the name', async () => {
    await importUnedited('Code,Name,Price\nUD-11,Name at first,5');
    const done = await importUnedited('Code,Name,Price\nUD-11,Name imported,6');
    const { results } = await app.call(api.product.barcode, { barcode: 'UD-11' }, { token: admin.token });
    await app.call(api.product.save, { id: results.id, pricing: { price: 9 } }, { token: admin.token });
    await undo(done.id);
    expect(await named('Name at first')).toMatchObject({ price: 9 });
  });

  it('undoing an import of a product with several items removes what it created, categories included', async () => {
    const text = 'Handle,Title,Category,SKU,Price\nud-set,Undone set,Undone shelf,UD-21,5\nud-set,,,UD-22,6';
    const done = await importUnedited(text);
    expect(await named('Undone set')).toMatchObject({ codes: ['UD-21', 'UD-22'] });
    await undo(done.id);
    expect(await named('Undone set')).toBeNull();
    const { results } = await app.call(
      api.category.list,
      { keywords: 'Undone shelf' },
      { token: admin.token },
    );
    expect(results).toEqual([]);
  });
});

it('an import ignores row numbers from a database export as names', async () => {
  const rows = ['11', '12', '13'].map((at) => `${at},6,408,47a24246-6c43-48eb-968f-025738a8a4${at}`);
  const text = ['ProductID,LocationID,Quantity,rowguid', ...rows].join('\n');
  const file = { name: 'list.csv', bytes: new TextEncoder().encode(text) };
  const { results } = await sendFile(app.url, admin.token, file, {});
  const { mapping } = await importIn(app.url, admin.token, results.id);
  expect(Object.entries(mapping).filter(([field, key]) => field.startsWith('names.') && key)).toEqual([]);
});
