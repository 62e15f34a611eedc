import { countUtf8Bytes, MAX_LETTER_BYTES, toCallText, toLetterText } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { AS_SYSTEM, type Ctx, createCtxAs, getActorId } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
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
  const isReadable = body !== undefined;
  const signed = isReadable ? toLetterText({ device_id, epoch }, { ...letter, body }) : text;
  if (countUtf8Bytes(signed) > MAX_LETTER_BYTES)
    fail('till.letter_too_large', { seq: letter.seq, kilobytes: MAX_LETTER_BYTES / 1_024 });
  const proven = isReadable && isSignedBy(public_key, signed, letter.signature);
  return {
    ...letter,
    device_id,
    epoch,
    branch_id,
    // what cannot be read or proven is kept as text
    body: proven ? body : { text },
    isReadable,
    proven,
    account_id: getActorId(ctx),
  };
}

/** Remembers what the till says of itself, and that it was here. */
async function rememberTill(ctx: Ctx, { device_id, epoch }: Pairing, input: Input): Promise<void> {
  const { last_no, app_version = null, storage_kept = null } = input;
  await runStatement(
    ctx,
    tables.updateTable('pos_device').set({ last_seen: ctx.now }).where('id', '=', device_id),
  );
  await runStatement(
    ctx,
    tables
      .updateTable('pos_pairing')
      .set(({ fn, ref, val }) => ({
        last_no: fn<number>('greatest', [ref('last_no'), val(last_no)]),
        ...(app_version === null ? {} : { app_version }),
        ...(storage_kept === null ? {} : { storage_kept }),
      }))
      .where('device_id', '=', device_id)
      .where('epoch', '=', epoch),
  );
}

/** Moves the first missing number on over all that are here. */
async function countNumbers(
  ctx: Ctx,
  { device_id, epoch }: Pairing,
): Promise<Pick<Output, 'next_seq' | 'missing'>> {
  const row = await fetchRow(
    ctx,
    tables.selectNoFrom(sql<number>`pos_count_numbers(${device_id}::int, ${epoch}::int)`.as('next_seq')),
  );
  const ranges = sql<{
    first_no: number;
    last_no: number;
  }>`pos_missing_numbers(${device_id}::int, ${epoch}::int)`;
  const missing = await fetchRows(
    ctx,
    tables.selectFrom(ranges.as('m')).select(['m.first_no', 'm.last_no']).limit(20),
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
  await ctx.tx((ctx) => closeLateSessions(createCtxAs(ctx, AS_SYSTEM), device_id));
}
