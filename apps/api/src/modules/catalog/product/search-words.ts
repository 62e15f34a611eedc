import { foldForSearch, isBarcode, listBarcodeVariants, toLatinDigits, toSearchKey } from '@dukkan/commerce';

/**
 * So many words are looked up, each among all the words of the shop: anyone may ask for a hundred. What comes after
 * them would only narrow what is found.
 */
const WORDS_MAX = 12;

/** A typed word: as it is folded, its root where that is another text, and the codes that may start with it. */
export type Word = { readonly folded: string; readonly key: string; readonly prefixes: readonly string[] };

/** What was typed: its words, and the whole of it where it may be a code with spaces. */
export type Typed = { readonly words: readonly Word[]; readonly whole: readonly string[] };

/** What a list's condition needs to know first. */
export type Lookup = {
  /** How often the catalogue had changed by then; null where nothing was looked up. */
  readonly clock: string | null;
  /** A category and everything below it, and about how many products stand there. */
  readonly category_ids: readonly number[];
  readonly category_size: number;
  /** Per prefix the products whose barcodes start with it; null: more than can be named. */
  readonly holders: ReadonlyMap<string, readonly number[] | null>;
  /** Per word the words of titles that it stands in; null: too many, or the word is common. */
  readonly spellings: ReadonlyMap<string, readonly string[] | null>;
  /** Per word about how many products hold it. */
  readonly sizes: ReadonlyMap<string, number>;
};

/** How a typed word can stand at the start of a barcode: cases differ, digits are Latin (decisions 0.1). */
function prefixesOf(typed: string): string[] {
  const code = toLatinDigits(typed);
  if (!isBarcode(code)) return [];
  return listBarcodeVariants(code);
}

/** A beginning of fewer letters is looked for as it is typed: what is left of it would stand in most words. */
const KEYED_MIN = 4;

const keyed = (folded: string): { readonly folded: string; readonly key: string } => ({
  folded,
  key: folded.length < KEYED_MIN ? folded : toSearchKey(folded),
});

/** What was typed, in words that can be looked up. Rule: docs/rules/wire.md#search */
export function parseKeywords(keywords: string | undefined): Typed {
  const typed = (keywords ?? '').split(/\s+/).filter((word) => word !== '');
  const words = typed.flatMap((word) => {
    const [first = '', ...more] = foldForSearch(word).split(' ');
    const whole = { ...keyed(first), prefixes: more.length > 0 ? [] : prefixesOf(word) };
    return [whole, ...more.map((folded) => ({ ...keyed(folded), prefixes: [] }))];
  });
  return {
    words: words.filter(({ folded, prefixes }) => folded !== '' || prefixes.length > 0).slice(0, WORDS_MAX),
    whole: words.length > 1 ? prefixesOf(typed.join(' ')) : [],
  };
}
