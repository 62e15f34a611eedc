import type { LetterKind, StandingFate } from '@dukkan/commerce';
import { fail, type LETTER_STATES } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../../core/db/tables.ts';

// Rule: docs/rules/till-sales.md#one-uuid-one-fate

type LetterState = (typeof LETTER_STATES)[number];

/** Why a letter waits for a person. */
export type Problem = {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly field: string | null;
};

const readLetters = tables
  .selectFrom('pos_inbox as l')
  .select(({ ref }) => [
    'l.id',
    'l.uuid',
    'l.device_id',
    'l.epoch',
    'l.branch_id',
    'l.seq',
    ref('l.kind').$castTo<LetterKind>().as('kind'),
    ref('l.body').$castTo<unknown>().as('body'),
    'l.proven',
    'l.received_at',
    ref('l.state').$castTo<LetterState>().as('state'),
    'l.order_id',
    'l.return_id',
    ref('l.problem').$castTo<Problem | null>().as('problem'),
  ]);

export type StoredLetter = InferResult<typeof readLetters>[number];

/** The first number of the advisory locks of letters; a letter that nobody has stored has no row to lock. */
const LETTER_LOCK = 5_002;

/** Locks what stands of a uuid until the transaction ends, and returns it; undefined while nothing stands. */
export async function lockLetter(ctx: Ctx, uuid: string): Promise<StoredLetter | undefined> {
  const lock = sql`pg_advisory_xact_lock(${LETTER_LOCK}::int, hashtext(${uuid}))`;
  await runStatement(ctx, tables.selectNoFrom(lock.as('locked')));
  return findLetter(ctx, uuid);
}

export const findLetter = (ctx: Ctx, uuid: string): Promise<StoredLetter | undefined> =>
  fetchRow(ctx, readLetters.where('l.uuid', '=', uuid));

/**
 * Refuses a letter whose uuid is a sale of another pairing: only the one that wrote a sale says what became of it.
 * @throws till.number_taken
 */
export function requireOwnLetter(
  standing: StoredLetter | undefined,
  { device_id, epoch }: Pick<ArrivedLetter, 'device_id' | 'epoch'>,
): StoredLetter | undefined {
  if (standing && (standing.device_id !== device_id || standing.epoch !== epoch)) fail('till.number_taken');
  return standing;
}

/** Locks what stands of a letter's uuid, and returns it. @throws till.number_taken */
export const lockOwnLetter = async (ctx: Ctx, letter: ArrivedLetter): Promise<StoredLetter | undefined> =>
  requireOwnLetter(await lockLetter(ctx, letter.uuid), letter);

/** A letter as it arrived, of a till that is known. */
export type ArrivedLetter = {
  readonly uuid: string;
  readonly device_id: number;
  readonly epoch: number;
  readonly branch_id: number;
  readonly seq: number;
  readonly kind: LetterKind;
  readonly body: unknown;
  readonly signature: string;
  /** False for a text that is no body at all. */
  readonly isReadable: boolean;
  readonly proven: boolean;
  readonly account_id: number | null;
};

type Outcome = {
  readonly state: LetterState;
  readonly order_id?: number | null;
  readonly return_id?: number | null;
  readonly problem?: Problem | null;
};

const toColumns = ({ problem, ...outcome }: Outcome) => ({
  ...outcome,
  ...(problem === undefined ? {} : { problem: problem && JSON.stringify(problem) }),
});

/**
 * Stores a letter, unless something stands of its uuid or another letter has its number.
 * @returns true when it was stored
 */
export async function storeLetter(ctx: Ctx, letter: ArrivedLetter, outcome: Outcome): Promise<boolean> {
  const { body, isReadable: _, ...columns } = letter;
  const values = {
    ...columns,
    body: JSON.stringify(body ?? null),
    received_at: ctx.now,
    ...toColumns(outcome),
  };
  const stored = await runStatement(
    ctx,
    tables
      .insertInto('pos_inbox')
      .values(values)
      .onConflict((conflict) => conflict.doNothing()),
  );
  return stored > 0;
}

/** Writes what became of a stored letter. */
export const settleLetter = (ctx: Ctx, uuid: string, outcome: Outcome): Promise<number> =>
  runStatement(ctx, tables.updateTable('pos_inbox').set(toColumns(outcome)).where('uuid', '=', uuid));

/** Puts a letter in the place of one of the same uuid that is not proven, or that it follows. */
export const replaceLetter = (ctx: Ctx, letter: ArrivedLetter, outcome: Outcome): Promise<number> =>
  runStatement(
    ctx,
    tables
      .updateTable('pos_inbox')
      .set({
        kind: letter.kind,
        body: JSON.stringify(letter.body ?? null),
        seq: letter.seq,
        signature: letter.signature,
        proven: letter.proven,
        account_id: letter.account_id,
        received_at: ctx.now,
        ...toColumns(outcome),
      })
      .where('uuid', '=', letter.uuid),
  );

/** Returns what stands of a uuid, for `decideFate`. A letter that is not proven is nothing. */
export function standingOf(letter: StoredLetter | undefined): StandingFate {
  if (!letter?.proven) return 'nothing';
  if (letter.state === 'voided') return 'void';
  if (letter.state === 'countered') return 'countered';
  // one that is held behind a void number is a void number to every other letter
  return letter.problem?.code === 'till.void_first' ? 'void' : 'sold';
}
