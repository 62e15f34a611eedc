import type { Client } from '@dukkan/contract';
import type { Role } from './opening.ts';

type Texts = { readonly ar: string; readonly en: string };

export type PlainRecord = {
  /** The noun's group in the contract. */
  readonly group: keyof Client & string;
  /** Who saves such records. */
  readonly role: Role;
  /** A role that only reads them, if one does. */
  readonly reader?: Role;
  /** What a person types for a new record: the body of a save that creates it. */
  readonly body: (name: Texts, key: string) => Readonly<Record<string, Texts | string | number>>;
};

/**
 * Nouns with a list, a form and nothing else to do: their pages are opened with all others (screens.ts), and a record of
 * each is created, found and deleted through its form (flows/plain-records.spec.ts).
 */
export const PLAIN_RECORDS: readonly PlainRecord[] = [
  { group: 'extra', role: 'editor', body: (titles) => ({ titles, price: 4.5 }) },
  {
    group: 'slider',
    role: 'editor',
    reader: 'cashier',
    body: (titles, key) => ({ titles, key, width: 1200, height: 400 }),
  },
];
