import { api } from '@dukkan/contract';
import { type Person, unique } from '../actors.ts';
import type { Shelf } from '../stock.ts';
import type { Fleet } from './processes.ts';

export type Call = readonly [
  endpoint: { path: string },
  input: object,
  headers?: Readonly<Record<string, string>>,
];

/** One call that begins to use a record, one that deletes or changes it, and the rows that would then point to what is gone. */
export type Pair = {
  readonly id: number;
  readonly use: Call;
  readonly remove: Call;
  /** Answers the broken rows; `$1` is the id. */
  readonly broken: string;
  /**
   * Absent: exactly one succeeds. `use first`: a delete that comes after the use is allowed, as orders and lists keep what
   * they took; `any order`: the change is no delete and the use may follow it.
   */
  readonly bothMay?: 'use first' | 'any order';
  /** Who begins to use it; the administrator where nobody is named. */
  readonly user?: Person;
};

/** The noun is that of the record that is deleted or switched off. */
export type Race = { readonly noun: string; readonly make: () => Promise<Pair> };

export type Shop = { readonly fleet: Fleet; readonly admin: Person; readonly shelf: Shelf };

export const titled = (kind: string) => {
  const name = `${kind} ${unique()}`;
  return { ar: `${name} ع`, en: name, de: name };
};
export const idOf = async (row: Promise<{ id: number }>): Promise<number> => (await row).id;
export const product = (more: object): Call => [
  api.product.save,
  { titles: titled('Product'), price: 5, ...more },
];

/** An order of one unit. */
export const order = ({ branch_id, item_id }: Shelf, more: object = {}): Call => [
  api.order.make,
  { branch_id, type: 'take_away', cart: [{ item_id, quantity: 1 }], ...more },
];

/** SQL that answers the rows of `table` whose `column` points to the deleted record. */
export const pointing = (table: string, column: string, target: string): string =>
  `SELECT t.* FROM "${table}" t JOIN "${target}" x ON x.id = t.${column} WHERE x.id = $1 AND x.deleted_at IS NOT NULL`;
