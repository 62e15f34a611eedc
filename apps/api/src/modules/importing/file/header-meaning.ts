import { foldForSearch } from '@dukkan/commerce';
import type { HeaderSynonyms } from './header-words.ts';
import { OTHER_ROLES } from './other-header-words.ts';

/** Header words that name the language of a column. */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  ar: ['ar', 'arabic', 'arabisch', 'عربي', 'عربيه', 'العربيه', 'بالعربيه', 'بالعربي'],
  en: ['en', 'english', 'englisch', 'انجليزي', 'انجليزيه', 'الانجليزيه', 'بالانجليزيه', 'بالانجليزي'],
  de: ['de', 'german', 'deutsch', 'الماني', 'المانيه', 'الالمانيه', 'بالالمانيه', 'بالالماني'],
};

/** Splits a header into words at capitals, digits and punctuation ('VKPreis', 'Artikeltext1', 'unit_price'). */
export const splitHeaderIntoWords = (header: string): string =>
  foldForSearch(
    header
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(?<=\p{Lu}\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
      .replace(/(?<=\p{L}\p{L}\p{L})(?=\p{Nd})/gu, ' '),
  )
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const findHeaderLanguage = (words: readonly string[]): string | null =>
  Object.entries(LANGUAGES).find(([, names]) => words.some((word) => names.includes(word)))?.[0] ?? null;

/** Header words that only German lists use; their texts count as German if their letters allow it. */
export const GERMAN = /bezeichnung|artikel|titel|ware|gericht|produkt(?!s?$)|beschreibung|langtext|kategorie/;

/** A role that a header may have. `rank` is higher the more words match; `at` is its position in the list. */
type Meaning = { readonly role: string; readonly rank: number; readonly at: number };

/** Short words that identify a column alone or together with others. */
const TELLING = new Set(
  'ek vk vkp uvp rrp mrp qty ean sku upc plu hs hsn vat tax gst no nr name code'.split(' '),
);
/** Roles that a single generic word can name, even beside another word. */
const VAGUE = new Set(['names', 'barcode', 'category', 'id', 'name', 'customer_id']);

/** Returns the roles that a header may have, likeliest first, and the language that it names. */
export function findHeaderMeanings(
  header: string,
  synonyms: HeaderSynonyms,
): { readonly language: string | null; readonly bare: string; readonly meanings: readonly Meaning[] } {
  const text = splitHeaderIntoWords(header);
  if (text === '' || text.length > 60) return { language: null, bare: text, meanings: [] };
  const words = text.split(' ');
  const language = findHeaderLanguage(words);
  const known = language ? (LANGUAGES[language] ?? []) : [];
  const numberless = words.filter((word, at) => at === 0 || !/^\d+$/.test(word));
  const bare = words.filter((word) => !known.includes(word)).join(' ');
  const plainest = numberless.filter((word) => !known.includes(word)).join(' ');
  const meanings: Meaning[] = [];
  const isQuestion = /[?\u061f]\s*$/.test(header);
  for (const [role, names] of [...Object.entries(synonyms), ...Object.entries(OTHER_ROLES)]) {
    // the answer to a question is yes or no, so the words of the question say nothing about the column
    if (isQuestion && role !== 'flag' && role !== 'status') continue;
    if (!(role in synonyms) || synonyms[role] === names) {
      const isField = role in synonyms;
      let best: Meaning | null = null;
      for (const [at, name] of names.entries()) {
        let rank = 0;
        if (name === bare || name === plainest) rank = 1000 + (isField ? 1 : 0);
        else if ((name.length > 3 || TELLING.has(name)) && ` ${bare} `.includes(` ${name} `))
          rank = 100 + name.split(' ').length * 10 + (isField && !VAGUE.has(role) ? 5 : isField ? 0 : 2);
        else if (name.length > 4 && bare.endsWith(name)) rank = 50 + Math.min(name.length, 40);
        if (rank > (best?.rank ?? 0)) best = { role, rank, at };
      }
      if (best) meanings.push(best);
    }
  }
  if (isQuestion && meanings.length === 0) meanings.push({ role: 'flag', rank: 1, at: 0 });
  return { language, bare, meanings: meanings.toSorted((a, b) => b.rank - a.rank || a.at - b.at) };
}

/** Whether a header clearly names the field of its column. */
export const isFieldHeader = (header: string, synonyms: HeaderSynonyms): boolean => {
  const [first] = findHeaderMeanings(header, synonyms).meanings;
  return first !== undefined && first.rank >= 100;
};
