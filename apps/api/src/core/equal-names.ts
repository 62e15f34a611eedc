import { type Localized, toNameKey } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { expressionBuilder } from 'kysely';
import type { Tables } from '../generated/tables.ts';
import type { Ctx } from './ctx.ts';
import { fetchRows, tables } from './db/tables.ts';

type NamedRow = { id: number; name: string | Localized };

/** What is being saved: its noun, id and texts before and after, and whether an equal name was confirmed. */
type NameSave = {
  noun: 'brand' | 'category' | 'supplier';
  /** Absent for a new record. */
  id?: number | undefined;
  before?: unknown;
  after: unknown;
  /** Only children of the same parent are compared. */
  parent_id?: number;
  force?: boolean | undefined;
};

const FIELDS = { brand: 'names', category: 'titles', supplier: 'name' } as const;

const listTexts = (name: unknown): string[] =>
  (typeof name === 'string' ? [name] : Object.values(name ?? {})).filter(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );

const listKeys = (name: unknown): string[] =>
  listTexts(name)
    .map(toNameKey)
    .filter((key) => key !== '');

/** A pattern that the folded search column of every equal name matches: its longest word, also with ae, oe and ue. */
function toPattern(key: string): string {
  const [longest = ''] = key.split(' ').toSorted((a, b) => b.length - a.length);
  return longest.replace(/[^\p{L}\p{N}]/gu, '.').replace(/[aou]/g, '$&e?');
}

/** The existing records whose folded names contain the longest word of one of the keys, oldest first. */
function findCandidates(
  ctx: Ctx,
  { noun, parent_id }: NameSave,
  keys: readonly string[],
): Promise<NamedRow[]> {
  const { fn, val } = expressionBuilder<Tables, never>();
  const pattern = fn<string>('any', [val(keys.map(toPattern))]);
  if (noun === 'supplier') {
    const query = tables.selectFrom('supplier').select(['id', 'name']);
    return fetchRows(ctx, query.where('deleted_at', 'is', null).where('search', '~', pattern).orderBy('id'));
  }
  if (noun === 'brand') {
    const query = tables.selectFrom('brand').select(['id', 'names as name']);
    return fetchRows<NamedRow>(
      ctx,
      query.where('deleted_at', 'is', null).where('search', '~', pattern).orderBy('id').$castTo<NamedRow>(),
    );
  }
  const query = tables.selectFrom('category').select(['id', 'titles as name']);
  const live = query.where('deleted_at', 'is', null).where('parent_id', '=', parent_id ?? null);
  return fetchRows<NamedRow>(ctx, live.where('search', '~', pattern).orderBy('id').$castTo<NamedRow>());
}

/**
 * Asks before a second record gets a name that exists, in any language; a save that leaves the name is never asked.
 * Rule: docs/rules/wire.md#equal-names
 * @throws name.exists with the record that has the name
 */
export async function checkNameIsNew(ctx: Ctx, save: NameSave): Promise<void> {
  if (save.force || save.after === undefined) return;
  const standing = listKeys(save.before);
  const keys = listKeys(save.after).filter((key) => !standing.includes(key));
  if (keys.length === 0) return;
  for (const row of await findCandidates(ctx, save, keys)) {
    const name =
      row.id === save.id ? undefined : listTexts(row.name).find((text) => keys.includes(toNameKey(text)));
    if (name !== undefined) fail('name.exists', { noun: save.noun, id: row.id, name }, FIELDS[save.noun]);
  }
}
