import { foldForSearch, isBarcode, listBarcodeVariants, toLatinDigits, toSearchKey } from '@dukkan/commerce';

/**
 * Maximum number of words looked up, because each is searched among all title words; further words would only narrow
 * the result.
 */
const WORDS_MAX = 12;

/** A typed word: folded, its root if different, and the barcodes it may be the start of. */
export type TypedWord = {
  readonly folded: string;
  readonly key: string;
  readonly prefixes: readonly string[];
};

/** The typed words, and the whole text when it may be a barcode with spaces. */
export type TypedKeywords = { readonly words: readonly TypedWord[]; readonly whole: readonly string[] };

/** The lookup that a list's conditions depend on. */
export type KeywordLookup = {
  /** Version of the catalogue at that time; null when nothing was looked up. */
  readonly clock: string | null;
  /** A category and its descendants, and an estimate of their products. */
  readonly category_ids: readonly number[];
  readonly category_size: number;
  /** Products by barcode prefix; null when there are too many to list. */
  readonly holders: ReadonlyMap<string, readonly number[] | null>;
  /** Title words that contain a typed word; null when there are too many or the word is common. */
  readonly spellings: ReadonlyMap<string, readonly string[] | null>;
  /** Estimated number of products by word. */
  readonly sizes: ReadonlyMap<string, number>;
};

/**
 * Returns the spellings of a typed word at the start of a barcode: in both cases and with Latin digits.
 */
function listBarcodePrefixes(typed: string): string[] {
  const code = toLatinDigits(typed);
  if (!isBarcode(code)) return [];
  return listBarcodeVariants(code);
}

/** Shorter words are searched as typed, because their root would be part of most words. */
const KEYED_MIN = 4;

const addSearchKey = (folded: string): { readonly folded: string; readonly key: string } => ({
  folded,
  key: folded.length < KEYED_MIN ? folded : toSearchKey(folded),
});

/** Parses typed keywords into words to look up. Rule: docs/rules/wire.md#search */
export function parseKeywords(keywords: string | undefined): TypedKeywords {
  const typed = (keywords ?? '').split(/\s+/).filter((word) => word !== '');
  const words = typed.flatMap((word) => {
    const [first = '', ...more] = foldForSearch(word).split(' ');
    const whole = { ...addSearchKey(first), prefixes: more.length > 0 ? [] : listBarcodePrefixes(word) };
    return [whole, ...more.map((folded) => ({ ...addSearchKey(folded), prefixes: [] }))];
  });
  return {
    words: words.filter(({ folded, prefixes }) => folded !== '' || prefixes.length > 0).slice(0, WORDS_MAX),
    whole: words.length > 1 ? listBarcodePrefixes(typed.join(' ')) : [],
  };
}
