import type { api } from '@dukkan/contract';
import { unique } from './actors.ts';
import type { TestApp } from './app.ts';

export type Group = keyof typeof api;
type Texts = { readonly ar: string; readonly en: string; readonly de: string };

/** What a record in the database must have; else it is active and has a name of its own. */
export type RecordFields = { readonly texts?: Texts; readonly status?: 0 };

/**
 * What is known of a noun by hand, never from the contract, so that a wrong contract fails. It stands beside the noun's
 * service, and the tests of every endpoint gather it (`oracles.ts`).
 */
export type Oracle = {
  /** The noun's group in the contract. */
  readonly group: Group;
  /**
   * Who may call each of its endpoints. `open`: anyone; `account`: any signed-in account; `own …`: customers for their own
   * and staff with the permission; else staff with the permission.
   */
  readonly calls: Readonly<Record<string, string>>;
  /**
   * Of its public reads: with which permissions staff read disabled records, and with which at most the short rows of a
   * pick-list.
   */
  readonly readers?: Readonly<
    Record<string, { readonly held: readonly string[]; readonly narrow: readonly string[] }>
  >;
  /** Writes a record straight into the database and returns its id. */
  readonly make: (app: TestApp, given?: RecordFields) => Promise<number>;
  /** A body that `save` creates a record from. */
  readonly creates: (app: TestApp) => object | Promise<object>;
  /** What `save` changes of a record that `make` made. */
  readonly changes?: object;
  /** A body that each other write accepts. */
  readonly accepts?: Readonly<Record<string, (app: TestApp) => Promise<object>>>;
  /**
   * The texts that are stored, each in three languages: whether signs of direction are taken out, as of a name, and the
   * longest one.
   */
  readonly texts: Readonly<Record<string, readonly [means: 'name' | 'text', max: number]>>;
  /** What is sent with a text where a similar name of another record is asked about. */
  readonly asked?: object;
  /** Fields of answers that are named like a secret and are none. */
  readonly plain?: readonly string[];
};

/** Texts in three languages that no other record has. */
export const newTexts = (kind: string) => {
  const name = `${kind} ${unique()}`;
  return { ar: `${name} ع`, en: name, de: `${name} de` };
};
