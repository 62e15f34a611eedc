import { countUtf8Bytes, MAX_LETTER_BYTES, toCallText, toLetterText } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { closeLateSessions, isSignedBy } from '../../tills/index.ts';
import { readFiscalFacts } from '../order/show/fiscal-print.ts';
import { handleLetter, numberOf } from './handle-letter.ts';
import type { ArrivedLetter } from './inbox-row.ts';
import { parseBody } from './letter-body.ts';

// Rule: docs/rules/till-sales.md#letters

type Input = z.output<typeof api.tillSync.sync.input>;
type Output = z.output<typeof api.tillSync.sync.output>;
type Letter = Input['letters'][number];

type Pairing = {
  readonly device_id: number;
  readonly epoch: number;
  readonly public_key: string;
  readonly branch_id: number;
  readonly isEnded: boolean;
};

/** Finds the pairing that signed this call, ended or not. @throws till.signature */
async function requirePairing(ctx: Ctx, input: Input): Promise<Pairing> {
  const { device_id, epoch, sent_at, last_no, letters, signature } = input;
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('pos_pairing as p')
      .innerJoin('pos_device as d', 'd.id', 'p.device_id')
      .select(['p.public_key', 'd.branch_id', 'p.ended_at'])
      .where('p.device_id', '=', device_id)
      .where('p.epoch', '=', epoch),
  );
  if (!row) return fail('till.signature');
  const call = toCallText(
    { device_id, epoch },
    { sent_at, last_no, signatures: letters.map((one) => one.signature) },
  );
  if (!isSignedBy(row.public_key, call, signature)) return fail('till.signature');
  const { public_key, branch_id, ended_at } = row;
  return { device_id, epoch, public_key, branch_id, isEnded: ended_at !== null };
}

/** Reads a letter and checks its signature. @throws till.letter_too_large */
function readLetter(ctx: Ctx, pairing: Pairing, { body: text, ...letter }: Letter): ArrivedLetter {
  const { device_id, epoch, branch_id, public_key } = pairing;
  const body = parseBody(text);
  const signed = body === undefined ? text : toLetterText({ device_id, epoch }, { ...letter, body });
  if (countUtf8Bytes(signed) > MAX_LETTER_BYTES)
    fail('till.letter_too_large', { seq: letter.seq, kilobytes: MAX_LETTER_BYTES / 1_024 });
  const proven = body !== undefined && isSignedBy(public_key, signed, letter.signature);
  return {
    ...letter,
    device_id,
    epoch,
    branch_id,
    // what cannot be read is kept as text
    body: body === undefined ? undefined : proven ? body : { text },
    proven,
    account_id: getActorId(ctx),
  };
}

/** Remembers what the till says of itself, and that it was here. */
const rememberTill = (ctx: Ctx, { device_id, epoch }: Pairing, input: Input) =>
  fetchRow(
    ctx,
    sql`
    WITH seen AS (UPDATE pos_device SET last_seen = ${ctx.now}::timestamptz WHERE id = ${device_id}::int)
    UPDATE pos_pairing SET last_no = greatest(last_no, ${input.last_no}::int),
           app_version = coalesce(${input.app_version ?? null}, app_version),
           storage_kept = coalesce(${input.storage_kept ?? null}::boolean, storage_kept)
     WHERE device_id = ${device_id}::int AND epoch = ${epoch}::int`,
  );

/** Moves the first missing number on over all that are here. */
async function countNumbers(
  ctx: Ctx,
  { device_id, epoch }: Pairing,
): Promise<Pick<Output, 'next_seq' | 'missing'>> {
  const row = await fetchRow(
    ctx,
    sql<{ next_seq: number }>`
    UPDATE pos_pairing p
       SET next_seq = p.next_seq + here.count, last_no = greatest(p.last_no, p.next_seq + here.count - 1)
      FROM (SELECT count(*)::int AS count
              FROM (SELECT l.seq, q.next_seq + row_number() OVER (ORDER BY l.seq) - 1 AS wanted
                      FROM pos_pairing q JOIN pos_inbox l ON l.device_id = q.device_id AND l.epoch = q.epoch
                                                         AND l.proven AND l.seq >= q.next_seq
                     WHERE q.device_id = ${device_id}::int AND q.epoch = ${epoch}::int) l
             WHERE l.seq = l.wanted) here
     WHERE p.device_id = ${device_id}::int AND p.epoch = ${epoch}::int
    RETURNING p.next_seq`,
  );
  const missing = await fetchRows(
    ctx,
    sql<{ first_no: number; last_no: number }>`
      SELECT * FROM pos_missing_numbers(${device_id}::int, ${epoch}::int) LIMIT 20`,
  );
  return {
    next_seq: row?.next_seq ?? 1,
    missing: missing.map(({ first_no, last_no }): [number, number] => [first_no, last_no]),
  };
}

/**
 * Takes in what a till has sold. Each letter is kept before it is booked and booked in a transaction of its own, so that
 * none of them can stop another.
 * @throws till.signature, till.letter_too_large, service.busy
 */
export async function syncTill(ctx: Ctx, input: Input): Promise<Output> {
  const pairing = await requirePairing(ctx, input);
  const letters = input.letters.map((letter) => readLetter(ctx, pairing, letter));
  await rememberTill(ctx, pairing, input);
  const answers: Output['answers'] = [];
  for (const letter of letters) {
    const { answer, order_id, problem } = await handleLetter(ctx, letter, pairing.isEnded);
    const isBooked = order_id !== null && (answer === 'booked' || answer === 'already');
    answers.push({
      uuid: letter.uuid,
      answer,
      order_id,
      till_no: order_id === null ? null : numberOf(letter),
      problem: problem && { ...problem },
      fiscal: isBooked ? await readFiscalFacts(ctx, order_id) : null,
    });
  }
  const numbers = await countNumbers(ctx, pairing);
  if (numbers.missing.length === 0) await closeLate(ctx, pairing.device_id);
  return {
    id: pairing.device_id,
    answers,
    ...numbers,
    ended: pairing.isEnded,
    server_time: ctx.services.now().toISOString(),
  };
}

/** Closes the sessions of late sales, if there are any; the worker does it otherwise. */
async function closeLate(ctx: Ctx, device_id: number): Promise<void> {
  const late = await ctx.db.pos_session.count({
    where: { device_id, status: 'open', late_of: { not: null } },
  });
  if (late === 0) return;
  await ctx.tx(async (ctx) => {
    const system: Ctx = {
      ...ctx,
      actor: { kind: 'system' },
      scope: 'all',
      branch_id: null,
      tx: (run) => run(system),
    };
    await closeLateSessions(system, device_id);
  });
}
