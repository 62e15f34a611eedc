import { foldForSearch } from '@dukkan/commerce';

const foldWords = (words: string): readonly string[] => words.split(' ').map(foldForSearch);

/** Units of weight, in which goods are sold by parts. */
const WEIGHED = new Set(
  foldWords(
    'kg kgs kilo kilos kilogram kilograms kilogramm kilogrammes كجم كغ كغم كلغ كيلو كيلوغرام كيلوجرام كيلوغم',
  ),
);

/** Units that are sold whole, and measures of which the shop sells a fixed size. */
const WHOLE = new Set([
  ...foldWords(
    'pc pcs piece pieces ea each unit units item items box boxes pack packs packet packets carton cartons ctn case cases can cans tin tins bottle bottles bag bags sack jar jars tube tubes roll rolls set sets pair pairs tray trays bundle dozen dz g gr gm gram grams ml l lt ltr liter liters litre litres m cm meter meters metre metres',
  ),
  ...foldWords(
    'Stück Stk St Packung Packungen Pck Pckg Karton Kartons Dose Dosen Flasche Flaschen Fl Kiste Kisten Beutel Glas Gläser Rolle Rollen Paar Becher Bund Eimer Schachtel Dutzend Gebinde VE Gramm',
  ),
  ...foldWords(
    'حبة حبه قطعة علبة علب كرتون كرتونة صندوق عبوة كيس أكياس زجاجة قارورة باكت باكيت بكت درزن دزينة رزمة لفة طبق شدة طقم زوج وحدة ربطة برطمان مرطبان كوب سطل شوال جرام غرام جم غم لتر ليتر مل متر',
  ),
]);

/**
 * Returns how goods of a unit are sold, such as `kg`, `pcs`, `علبة` or `Stück`; null for a text that is no unit.
 * Rule: docs/rules/imports.md#units
 */
export function parseUnit(text: string): 'weighed' | 'whole' | null {
  const word = foldForSearch(text)
    .replace(/[.()[\]]/g, '')
    .trim();
  return WEIGHED.has(word) ? 'weighed' : WHOLE.has(word) ? 'whole' : null;
}
