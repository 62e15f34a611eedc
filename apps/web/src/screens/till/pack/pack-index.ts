import { foldForSearch, type Locale, listTypedWords, resolveText, toBarcodeKey } from '@dukkan/commerce';
import type { PackItem } from './pack-shape.ts';

/** An item with its folded titles and codes, which a search reads; folded once, when the pack is stored. */
export type StoredItem = PackItem & { readonly words: string };

/** Folds what an item is found by; every word has a blank before it, so that its beginning can be told. */
export const toStoredItem = (item: PackItem): StoredItem => {
  const { ar, en, de } = item.titles;
  const texts = [...new Set([ar, en, de].map((text) => foldForSearch(text ?? '')))];
  return { ...item, words: ` ${[...texts, ...item.codes.map((code) => code.toLowerCase())].join(' ')}` };
};

/** The items of a branch in memory: by id, by code, by category, and by the words of their titles. */
export type PackIndex = {
  readonly size: number;
  item(item_id: number): StoredItem | undefined;
  /** Returns the item with this code; GTINs are the same number with 8, 12, 13 or 14 digits. */
  findCode(code: string): StoredItem | undefined;
  /** Returns the best matches: titles that begin with the words, then words that do, then any place. */
  search(text: string, locale: Locale, limit: number): StoredItem[];
  /** Returns the items of a category and of those below it, in the order of their titles. */
  listCategory(categorys_ids: ReadonlySet<number>, locale: Locale, limit: number): StoredItem[];
  listIds(): number[];
  /** Returns some items, for a till that has sold nothing yet: those with stock and a picture first. */
  listFirst(limit: number): StoredItem[];
  put(items: readonly StoredItem[]): void;
  remove(items_ids: readonly number[]): void;
};

const rankMatch = (words: string, title: string, forms: readonly string[][]): number => {
  const first = forms[0] ?? [];
  if (first.some((form) => title.startsWith(form))) return 0;
  return forms.every((all) => all.some((form) => words.includes(` ${form}`))) ? 1 : 2;
};

/** Creates the index. A search that only adds letters to the last one reads the items found by that one. */
export function createPackIndex(items: readonly StoredItem[]): PackIndex {
  const byId = new Map<number, StoredItem>();
  const byCode = new Map<string, number>();
  let all: readonly StoredItem[] | null = null;
  let last: { readonly text: string; readonly found: readonly StoredItem[] } | null = null;

  const forget = () => {
    all = null;
    last = null;
  };
  const dropCodes = ({ item_id, codes }: StoredItem) => {
    for (const code of codes) {
      const key = toBarcodeKey(code);
      if (byCode.get(key) === item_id) byCode.delete(key);
    }
  };
  const put = (changed: readonly StoredItem[]) => {
    for (const item of changed) {
      const before = byId.get(item.item_id);
      if (before) dropCodes(before);
      byId.set(item.item_id, item);
      // of several items with one code the oldest is sold, as the server does
      for (const code of item.codes) {
        const key = toBarcodeKey(code);
        const other = byCode.get(key);
        if (other === undefined || other > item.item_id) byCode.set(key, item.item_id);
      }
    }
    forget();
  };
  const listAll = (): readonly StoredItem[] => {
    all ??= [...byId.values()];
    return all;
  };
  const match = (text: string): readonly StoredItem[] => {
    const forms = listTypedWords(text);
    if (forms.length === 0) return [];
    const isNarrower = last !== null && last.text !== '' && text.startsWith(last.text);
    const from = isNarrower && last ? last.found : listAll();
    const matches = from.filter(({ words }) =>
      forms.every((any) => any.some((form) => words.includes(form))),
    );
    last = { text, found: matches };
    return matches;
  };
  put(items);
  return {
    get size() {
      return byId.size;
    },
    item: (item_id) => byId.get(item_id),
    findCode(code) {
      const id = byCode.get(toBarcodeKey(code));
      return id === undefined ? undefined : byId.get(id);
    },
    search(text, locale, limit) {
      const forms = listTypedWords(text);
      const ranks: StoredItem[][] = [[], [], []];
      for (const item of match(text)) {
        const rank = rankMatch(item.words, foldForSearch(resolveText(item.titles, locale)), forms);
        ranks[rank]?.push(item);
        if (ranks[0]?.length === limit) break;
        // the best ones of a huge number of matches are among the first thousand
        if ((ranks[1]?.length ?? 0) + (ranks[2]?.length ?? 0) > 1_000) break;
      }
      return ranks.flat().slice(0, limit);
    },
    listCategory(categorys_ids, locale, limit) {
      const items = listAll().filter((item) => item.categorys_ids.some((id) => categorys_ids.has(id)));
      const titles = new Map(items.map((item) => [item, resolveText(item.titles, locale)]));
      return items
        .toSorted((a, b) => (titles.get(a) ?? '').localeCompare(titles.get(b) ?? '', locale))
        .slice(0, limit);
    },
    listIds: () => [...byId.keys()],
    listFirst(limit) {
      const all = listAll();
      const there = all.filter(({ available }) => available > 0);
      const pictured = there.filter(({ image }) => image !== null);
      const some = [pictured, there, all].flatMap((items) => items.slice(0, limit));
      return [...new Set(some)].slice(0, limit);
    },
    put,
    remove(items_ids) {
      for (const id of items_ids) {
        const item = byId.get(id);
        if (!item) continue;
        dropCodes(item);
        byId.delete(id);
      }
      forget();
    },
  };
}
