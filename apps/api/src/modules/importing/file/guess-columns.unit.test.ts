import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { foldForSearch } from '@dukkan/commerce';
import { IMPORT_FIELDS, RECEIPT_SHEET_FIELDS } from '@dukkan/contract';
import { describe, expect, it } from 'vitest';
import { SHEET_WORDS } from '../../purchasing/supplier-sheet/header-words.ts';
import { describeColumns, findFirstDataRow } from './find-header.ts';
import { guessColumnMapping } from './guess-columns.ts';
import { type HeaderSynonyms, WORDS } from './header-words.ts';
import { OTHER_ROLES } from './other-header-words.ts';

const CATALOGUE = new URL('../../../../../../../shared/data/catalogue/', import.meta.url);
const ARABIC_NAMES = new URL('off_arabic_script_names.csv.gz', CATALOGUE);
const ALL_NAMES = new URL('off_de_and_arab_given.csv.gz', CATALOGUE);

const tableOf = (text: string, mark: string) =>
  text
    .trim()
    .split('\n')
    .map((line, at) => ({ row: at + 1, cells: line.split(mark).map((cell) => cell.trim()) }));

/** The guess with the headers in the place of the letters, and only what was found. */
function guessOf(
  text: string,
  {
    mark = '|',
    locale = 'en',
    fields = IMPORT_FIELDS as readonly string[],
    words = WORDS as HeaderSynonyms,
  } = {},
) {
  const rows = tableOf(text, mark);
  const { start, header } = findFirstDataRow(rows, words);
  const columns = describeColumns(
    header,
    rows.filter(({ row }) => row >= start),
    60,
  );
  const guess = guessColumnMapping(columns, fields, words, locale);
  return Object.fromEntries(
    Object.entries(guess).flatMap(([field, key]) =>
      key === null ? [] : [[field, columns.find((column) => column.key === key)?.header]],
    ),
  );
}

describe('header words', () => {
  it.each([
    ['products', WORDS],
    ['other roles', OTHER_ROLES],
    ['supplier lists', SHEET_WORDS],
  ])('header words of %s are stored in the form in which they are compared', (_, words) => {
    for (const [role, names] of Object.entries(words))
      for (const name of names) expect(`${role} ${foldForSearch(name)}`).toBe(`${role} ${name}`);
  });
});

describe("columns of a shop's own product list", () => {
  it.each<[string, string, Record<string, string>]>([
    [
      'without a code',
      'Dish|Section|Price\nLentil soup with lemon|Starters|14\nGrilled halloumi|Starters|22\nChicken rice|Mains|31.5\nMint lemonade|Drinks|12',
      { 'names.en': 'Dish', category: 'Section', price: 'Price' },
    ],
    [
      'of Loyverse',
      'Handle|SKU|Name|Category|Sold by weight|Cost|Barcode|Track stock|Available for sale [Corner shop]|Price [Corner shop]|In stock [Corner shop]|Low stock [Corner shop]\nblue-broom|K1001|Blue broom|Household|N|4.10||Y|Y|9.50|6.000|2\ntin-opener|K1002|Tin opener|Kitchen|N|2.00||Y|Y|5.00|-2.000|1\nwrap|K1003|Gift wrap|Paper|N|0.40||N|Y|variable||',
      {
        group: 'Handle',
        barcode: 'SKU',
        barcode_2: 'Barcode',
        'names.en': 'Name',
        category: 'Category',
        price: 'Price [Corner shop]',
        cost: 'Cost',
        quantity: 'In stock [Corner shop]',
        status: 'Available for sale [Corner shop]',
        stepper: 'Sold by weight',
      },
    ],
    [
      'of Vend',
      'handle|sku|name|variant_option_one_name|variant_option_one_value|product_category|brand_name|supply_price|retail_price|inventory_Harbour|reorder_point_Harbour|track_inventory|active\nrain|W-11|Rain jacket|Size|S|Clothing|Own|18.4|39.9|2|1|1|1\nrain|W-12|Rain jacket|Size|M|Clothing|Own|18.4|39.9|1|1|1|1\numb|W-20|Umbrella|||Accessories|Own|3.1|12|7|2|1|0',
      {
        group: 'handle',
        barcode: 'sku',
        'names.en': 'name',
        category: 'product_category',
        brand: 'brand_name',
        option: 'variant_option_one_value',
        cost: 'supply_price',
        price: 'retail_price',
        quantity: 'inventory_Harbour',
        status: 'active',
      },
    ],
    [
      'of Vend without a handle',
      'sku|name|variant_option_one_name|variant_option_one_value|type|supply_price|retail_price|inventory_Harbour|inventory_Station\nW-11|Rain jacket|Size|S|Clothing|18.4|39.9|2|0\nW-12|Rain jacket|Size|M|Clothing|18.4|39.9|1|5\nW-20|Umbrella|||Accessories|3.1|12|7|4',
      {
        barcode: 'sku',
        'names.en': 'name',
        size: 'variant_option_one_value',
        category: 'type',
        cost: 'supply_price',
        price: 'retail_price',
        quantity: 'inventory_Harbour',
      },
    ],
    [
      'of Shopify',
      'Handle|Title|Body (HTML)|Vendor|Product Category|Type|Tags|Published|Option1 Name|Option1 Value|Variant SKU|Variant Grams|Variant Inventory Qty|Variant Inventory Policy|Variant Price|Variant Compare At Price|Variant Barcode|Image Src|Image Position|Cost per item|Status\nlinen|Linen shirt|<p>Wide</p>|Own|Clothing > Shirts|Shirt|x|true|Size|S|LS-S|200|4|deny|55.00|60.00||https://p.example/1.jpg|1|20|active\nlinen|||||||| |M|LS-M|200|0|deny|55.00|60.00||https://p.example/2.jpg|2|20|\nbag|Canvas bag|<p>Bread</p>|Own|Bags|Bag|y|true|Title|Default Title||300|9|deny|25.00|||||9|draft',
      {
        group: 'Handle',
        'names.en': 'Title',
        'descriptions.en': 'Body (HTML)',
        category: 'Product Category',
        barcode: 'Variant SKU',
        barcode_2: 'Variant Barcode',
        quantity: 'Variant Inventory Qty',
        price: 'Variant Price',
        compare_at: 'Variant Compare At Price',
        option: 'Option1 Value',
        cost: 'Cost per item',
        image_path: 'Image Src',
        status: 'Status',
      },
    ],
    [
      'of WooCommerce',
      'ID|Type|SKU|GTIN, UPC, EAN, or ISBN|Name|Published|Is featured?|Short description|Description|Date sale price starts|Tax status|In stock?|Stock|Low stock amount|Backorders allowed?|Weight (kg)|Sale price|Regular price|Categories|Tags|Images|Position\n11|simple|M-1||Desk lamp|1|0||<p>Bright</p>||taxable|1|3||0|1.2||48|Lighting|x|https://p.example/1.jpg|0\n12|simple|M-2||Floor lamp|0|0||<p>Tall</p>||taxable|1|1||0|4|99|120|Lighting|x|https://p.example/2.jpg|0',
      {
        id: 'ID',
        barcode: 'SKU',
        barcode_2: 'GTIN, UPC, EAN, or ISBN',
        'names.en': 'Name',
        'descriptions.en': 'Description',
        status: 'Published',
        quantity: 'Stock',
        sale_price: 'Sale price',
        price: 'Regular price',
        category: 'Categories',
        image_path: 'Images',
      },
    ],
    [
      'of Square',
      'Token|Item Name|Variation Name|SKU|Description|Category|Price|Current Quantity Main Street|New Quantity Main Street|Stock Alert Enabled Main Street|Stock Alert Count Main Street|Tax - VAT (5%)|GTIN|Sellable|Option Name 1|Option Value 1|Default Unit Cost\nA1|Mug|Regular|MG-1|Blue mug|Kitchen|12.00|4||Y|2|Y||Y|||5.00\nA2|Bowl|Small|BW-1|Bowl|Kitchen|9.00|6||N||Y||Y|Size|Small|4.00',
      {
        'names.en': 'Item Name',
        barcode: 'SKU',
        barcode_2: 'GTIN',
        'descriptions.en': 'Description',
        category: 'Category',
        price: 'Price',
        quantity: 'Current Quantity Main Street',
        cost: 'Default Unit Cost',
        status: 'Sellable',
      },
    ],
    [
      'of Odoo',
      'Internal Reference|Name|Barcode|Sales Price|Cost|Product Category|Product Type|Quantity On Hand|Forecasted Quantity|Unit of Measure|Can be Sold\nD-1|Lamp|6280000000017|30|12|All / Saleable|Storable Product|4|9|Units|TRUE\nD-2|Desk||90|40|All / Saleable|Storable Product|2|2|Units|TRUE',
      {
        barcode: 'Barcode',
        barcode_2: 'Internal Reference',
        'names.en': 'Name',
        price: 'Sales Price',
        cost: 'Cost',
        category: 'Product Category',
        quantity: 'Quantity On Hand',
        status: 'Can be Sold',
      },
    ],
    [
      'with a sale price beside the regular one',
      'SKU|Name|Published|Stock|Sale price|Regular price|Categories\nM-1|Desk lamp|1|3||48|Lighting\nM-2|Floor lamp|0|1|99|120|Lighting',
      {
        barcode: 'SKU',
        'names.en': 'Name',
        status: 'Published',
        quantity: 'Stock',
        sale_price: 'Sale price',
        price: 'Regular price',
        category: 'Categories',
      },
    ],
    [
      'of an Egyptian stock book',
      'BARCODE|Item_name|Qty|Sale1\nGV-1|مضخة ماء صغيرة|-3|120\nGV-2|خرطوم عشرة أمتار|14|35',
      { barcode: 'BARCODE', 'names.ar': 'Item_name', quantity: 'Qty', price: 'Sale1' },
    ],
    [
      'of an Egyptian stock book with a cost',
      'م|كود الصنف|اسم الصنف|الوحدة|سعر الشراء|سعر البيع|سعر الجملة|الرصيد|حد الطلب|ملاحظات\n1|S-10|مسمار|علبة|5|9|7|14|3|\n2|S-11|صامولة|علبة|6|11|8|0|3|راكد',
      {
        barcode: 'كود الصنف',
        'names.ar': 'اسم الصنف',
        price: 'سعر البيع',
        cost: 'سعر الشراء',
        quantity: 'الرصيد',
      },
    ],
    [
      'with an Arabic category',
      'الباركود|اسم المنتج|الفئة|السعر\nQW-1|شاي بالنعناع|مشروبات > شاي|5.5\nQW-2|كعك|حلويات|7',
      { barcode: 'الباركود', 'names.ar': 'اسم المنتج', category: 'الفئة', price: 'السعر' },
    ],
    [
      'with German compounds',
      'Artikelnummer|Barcode|Artikeltext1|Artikelgruppe|EKPreis|VKPreis|Lagerbestand|Pfand\nG7001||Kirschsaft 6 x 1 l|Getränke|5,40|8,94|1.204,00|Kiste\nG7002||Grünkern 5 kg|Trockenware|6,10|10,49|38|',
      {
        barcode: 'Artikelnummer',
        barcode_2: 'Barcode',
        'names.de': 'Artikeltext1',
        category: 'Artikelgruppe',
        price: 'VKPreis',
        cost: 'EKPreis',
        quantity: 'Lagerbestand',
      },
    ],
    [
      'of a German stock book',
      'Lfd. Nr.|EAN|Artikelbezeichnung|Warengruppe|EK netto|VK brutto|MwSt-Satz|Bestand|Mindestbestand|Lieferant\n1|4006381333931|Stift|Büro|0,50|1,20|19|40|5|Meyer\n2|4006381333948|Block|Büro|0,90|2,10|19|12|5|Meyer',
      {
        barcode: 'EAN',
        'names.de': 'Artikelbezeichnung',
        category: 'Warengruppe',
        price: 'VK brutto',
        cost: 'EK netto',
        quantity: 'Bestand',
      },
    ],
    [
      'with a question about the price',
      'رقم الصنف|اسم المنتج|سعر المنتج في النظام|سعر المنتج بعد التعديل|السعر يشمل التوصيل أم لا\nY-1|قميص قطن|90|120|نعم\nY-2|حزام جلد|40|65|لا',
      { barcode: 'رقم الصنف', 'names.ar': 'اسم المنتج', price: 'سعر المنتج بعد التعديل' },
    ],
    [
      'with remarks',
      'Gruppe|Ware|Preis|Bemerkung\nRotwein|Hauswein rot|9,50|\nRotwein|Cuvée|14,90|Im Herbst nicht lieferbar, der Winzer füllt erst im November wieder ab\nWeißwein|Riesling|11,20|',
      { category: 'Gruppe', 'names.de': 'Ware', price: 'Preis' },
    ],
    [
      'with a size in a column of its own',
      'No|Medicine|Unit|Price\n1|Ginger syrup|450 ml|59\n2|Ginger syrup|200 ml|27\n3|Fennel syrup|450 ml|66\n4|Fennel syrup|200 ml|31',
      { 'names.en': 'Medicine', size: 'Unit', price: 'Price' },
    ],
    [
      'in two languages',
      'Barcode|Name (English)|Name (German)|Name (Arabic)|Price\nRT-1|Apple juice|Apfelsaft||6\nRT-2|Rye bread|Roggenbrot|خبز|9',
      {
        barcode: 'Barcode',
        'names.en': 'Name (English)',
        'names.de': 'Name (German)',
        'names.ar': 'Name (Arabic)',
        price: 'Price',
      },
    ],
    [
      'as a price list with brand and tariff code',
      'Brand|Item code|Product name|HS Code|Retail price|Wholesale price|MRP\nKem|K-1|Kettle|851671|95.00|70|99\nKem|K-2|Toaster|851672|120.00|90|130',
      { barcode: 'Item code', 'names.en': 'Product name', brand: 'Brand', price: 'Retail price' },
    ],
    [
      'with colors and sizes',
      'Handle|Name|Size|Colour|SKU|Price\nshirt|Shirt|S|Red|SH-1|40\nshirt||M|Red|SH-2|40\nshirt||M|Blue|SH-3|40',
      {
        group: 'Handle',
        'names.en': 'Name',
        option: 'Size',
        option_2: 'Colour',
        barcode: 'SKU',
        price: 'Price',
      },
    ],
    [
      'with the category in two languages, told by its letters',
      'SKU|Name|Category|الفئة|Department|Price\nA-1|Mint tea|Drinks > Tea|مشروبات > شاي|Front|5\nA-2|Cake|Sweets|حلويات|Front|7',
      { barcode: 'SKU', 'names.en': 'Name', category: 'Category', 'category.ar': 'الفئة', price: 'Price' },
    ],
    [
      'with the category in three languages, told by its headers',
      'Artikelnummer|Name|Kategorie (Deutsch)|Category (English)|الفئة (عربي)|Marke|Einkaufspreis|Vergleichspreis|Preis\nA-1|Minztee|Getränke|Drinks|مشروبات|Eigen|2|6|5\nA-2|Kuchen|Süßes|Sweets|حلويات|Eigen|3|9|7',
      {
        barcode: 'Artikelnummer',
        'names.en': 'Name',
        'category.de': 'Kategorie (Deutsch)',
        'category.en': 'Category (English)',
        'category.ar': 'الفئة (عربي)',
        brand: 'Marke',
        cost: 'Einkaufspreis',
        compare_at: 'Vergleichspreis',
        price: 'Preis',
      },
    ],
    [
      'in Arabic with brand, cost and color',
      'المعرف|الباركود|الاسم|الماركة|اللون|سعر الشراء|السعر قبل الخصم|السعر|الحالة\n4|QW-1|قميص|نسيج|أحمر|20|60|50|1\n4|QW-2|قميص|نسيج|أزرق|20|60|50|1',
      {
        id: 'المعرف',
        barcode: 'الباركود',
        'names.ar': 'الاسم',
        brand: 'الماركة',
        option: 'اللون',
        cost: 'سعر الشراء',
        compare_at: 'السعر قبل الخصم',
        price: 'السعر',
        status: 'الحالة',
      },
    ],
    [
      'with makers that are links and costs that are words',
      'SKU|Name|Brand|Cost|Price\nA-1|Lamp|https://maker.example/1|low|5\nA-2|Desk|https://maker.example/2|high|7',
      { barcode: 'SKU', 'names.en': 'Name', price: 'Price' },
    ],
  ])('the columns of a product list %s are guessed', (_, text, expected) =>
    expect(guessOf(text)).toEqual(expected),
  );
});

describe('columns of units', () => {
  const unitsUnder = (header: string, ...units: string[]) =>
    guessOf(
      `EAN|Name|${header}|Price\n${units.map((unit, at) => `400638133393${at}|Goods ${at}|${unit}|5`).join('\n')}`,
    );
  it.each([
    ['Unit', ['kg', 'pcs', 'box']],
    ['UOM', ['KG', 'Each', 'EA']],
    ['الوحدة', ['كيلو', 'علبة', 'حبة']],
    ['Einheit', ['Stk.', 'kg', 'Karton']],
  ])('a column of units with weights sets the step column under %s', (header, units) => {
    expect(unitsUnder(header, ...units)).toMatchObject({ stepper: header });
  });
  it('a column of units without weights or with sizes sets no step, and a step column comes first', () => {
    expect(unitsUnder('Unit', 'pcs', 'box', 'Stück').stepper).toBeUndefined();
    expect(unitsUnder('Unit', '500 ml', '1 kg', '2 x 6').stepper).toBeUndefined();
    expect(guessOf('EAN|Name|Unit|Step|Price\n4006381333931|Rice|kg|0.25|5').stepper).toBe('Step');
  });
  it('a column of units also separates items with one name', () => {
    const text = 'No|Name|Unit|Price\n1|Dates|kg|59\n2|Dates|box|27\n3|Nuts|kg|66\n4|Nuts|box|31';
    expect(guessOf(text)).toMatchObject({ 'names.en': 'Name', size: 'Unit', stepper: 'Unit' });
  });
});

describe('the language of names in mixed scripts', () => {
  const mixed = ['بيبسي عبوة معدنية', 'Pepsi 330ml', 'شاي ليبتون أصفر', 'Lipton 100', 'Nido 900g', 'Kit Kat'];
  const english = ['Pepsi can 330 ml', 'Black tea', 'Milk powder', 'Chocolate bar', 'Orange juice', 'عسل'];
  const guessed = (header: string, names: readonly string[], locale = 'en') =>
    Object.keys(
      guessOf(`EAN|${header}|Price\n${names.map((name, at) => `400638133393${at}|${name}|5`).join('\n')}`, {
        locale,
      }),
    ).filter((field) => field.startsWith('names.'));
  it.each(['Name', 'Item', 'Product name', 'الصنف', 'اسم المنتج', 'Artikel', 'item_name'])(
    'Arabic names among brand names are taken as Arabic under the header %s',
    (header) => {
      for (const locale of ['en', 'ar', 'de'])
        expect([locale, ...guessed(header, mixed, locale)]).toEqual([locale, 'names.ar']);
    },
  );
  it('English names with one Arabic name are English, and with more under an Arabic header they are Arabic', () => {
    expect(guessed('Name', english)).toEqual(['names.en']);
    expect(guessed('اسم المنتج', english)).toEqual(['names.en']);
    const fewer = [...english.slice(0, 2), 'عسل السدر الجبلي'];
    expect([guessed('Name', fewer), guessed('اسم المنتج', fewer)]).toEqual([['names.ar'], ['names.ar']]);
    const some = [...english.slice(0, 5), 'عسل السدر'];
    expect([guessed('Name', some), guessed('اسم المنتج', some)]).toEqual([['names.en'], ['names.ar']]);
  });
  it('a header that names a language decides the language of the names', () => {
    expect(guessed('Name (English)', mixed)).toEqual(['names.en']);
    expect(guessed('Name AR', english)).toEqual(['names.ar']);
  });
  it.skipIf(!existsSync(ARABIC_NAMES))(
    'real Arabic names are recognised as Arabic among twice as many brand names',
    () => {
      const namesIn = (file: URL) =>
        gunzipSync(readFileSync(file))
          .toString('utf8')
          .split('\n')
          .slice(1)
          .flatMap((line) => /^\d+,([^",|]+),/.exec(line)?.[1] ?? []);
      const arabic = namesIn(ARABIC_NAMES);
      const latin = namesIn(ALL_NAMES).filter((name) => /^[\p{Script=Latin}\d ]+$/u.test(name));
      const beside = (count: number) =>
        arabic.flatMap((name, at) => [name, ...latin.slice(at * 2, at * 2 + count)]);
      expect(arabic.length).toBeGreaterThan(50);
      for (const header of ['الصنف', 'اسم المنتج', 'البيان'])
        expect([header, ...guessed(header, beside(2))]).toEqual([header, 'names.ar']);
      for (const header of ['Name', 'Product', 'Bezeichnung'])
        expect([header, ...guessed(header, beside(1))]).toEqual([header, 'names.ar']);
      for (const header of ['Name', 'الصنف'])
        expect([header, ...guessed(header, latin.slice(0, 200))]).toEqual([header, 'names.en']);
    },
  );
  it('the language of a sorted list is guessed from the whole list, not from the brands at its beginning', () => {
    const names = [...Array(60).fill('Nestle'), ...Array(90).fill('حليب كامل الدسم طويل الأجل')] as string[];
    const rows = names.map((name, at) => ({ row: at + 2, cells: [String(at), name] }));
    const header = { row: 1, cells: ['Code', 'Name'] };
    const columns = describeColumns(header, rows.slice(0, 60), 60, rows.slice(60));
    expect(guessColumnMapping(columns, IMPORT_FIELDS)['names.ar']).toBe('B');
  });
});

describe("columns of a supplier's list", () => {
  const sheet = (text: string) => guessOf(text, { fields: RECEIPT_SHEET_FIELDS, words: SHEET_WORDS });
  it("a supplier's list does not take a tariff code as the code or a selling price as the cost", () => {
    expect(
      sheet(
        'No|Product description|HSN code|Qty|Sales price|Rate|Total\n1|Door hinge 80 mm|83021010|40|3.50|1.90|76.00\n2|Door handle, brass|83024110|10|18.00|9.75|97.50',
      ),
    ).toEqual({ title: 'Product description', quantity: 'Qty', cost_value: 'Rate' });
    expect(
      sheet(
        'Barcode|Product|Purchased|Sales price\nHW-1|Door hinge 80 mm|40|3.50\nHW-2|Door handle|10|18.00',
      ),
    ).toEqual({ barcode: 'Barcode', title: 'Product', quantity: 'Purchased' });
    expect(
      sheet('Artikelnummer|Bezeichnung|Menge|EK|UVP\nA-1|Scharnier|40|1,90|3,50\nA-2|Griff|10|9,75|18,00'),
    ).toEqual({ barcode: 'Artikelnummer', title: 'Bezeichnung', quantity: 'Menge', cost_value: 'EK' });
  });
});

describe('headers as people write them', () => {
  it.each<[string, string, Record<string, string>]>([
    [
      'in German with gross prices',
      'EAN|Bezeichnung|EK netto|VK brutto\n4006381333931|Stift blau|0,80|1,29\n4006381333948|Stift rot|0,80|1,29',
      { barcode: 'EAN', 'names.de': 'Bezeichnung', price: 'VK brutto' },
    ],
    [
      'in Arabic with a short word for codes',
      'الكود|الصنف|السعر|الكمية\n4006381333931|قلم أزرق|5|10\n4006381333948|قلم أحمر|5|8',
      { barcode: 'الكود', 'names.ar': 'الصنف', price: 'السعر', quantity: 'الكمية' },
    ],
    [
      'in English with a purchased quantity',
      'EAN|Item|Purchase Qty|Stock|Price\n4006381333931|Blue pen|100|12|5\n4006381333948|Red pen|100|8|5',
      { barcode: 'EAN', 'names.en': 'Item', quantity: 'Stock', price: 'Price' },
    ],
    [
      'below a title over two rows',
      'Price list||\nCorner shop|2026|\n||\nEAN|Item|Price\n4006381333931|Blue pen|5\n4006381333948|Red pen|5',
      { barcode: 'EAN', 'names.en': 'Item', price: 'Price' },
    ],
    [
      'over two rows',
      'Item|Item|Price|Price\nCode|Name|Purchase|Selling\n4006381333931|Blue pen|3|5\n4006381333948|Red pen|3|5',
      { barcode: 'Code', 'names.en': 'Name', price: 'Selling Price' },
    ],
  ])('columns are guessed from headers %s', (_, text, expectedValues) =>
    expect(guessOf(text)).toMatchObject(expectedValues),
  );

  it('a column of purchased quantity is not taken as stock', () => {
    expect(
      guessOf('EAN|Item|Purchase Qty\n4006381333931|Blue pen|100\n4006381333948|Red pen|90').quantity,
    ).toBeUndefined();
  });
});
