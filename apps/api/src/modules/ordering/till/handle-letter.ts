import { decideFate, type LetterKind, type TillNumber, toTillNumber } from '@dukkan/commerce';
import { type api, Failure, fail } from '@dukkan/contract';
import * as z from 'zod';
import { AS_SYSTEM, type Ctx, createCtxAs } from '../../../core/ctx.ts';
import { isRetryableConflict } from '../../../core/db/database.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import { isDatabaseBusy } from '../../../core/process/outage.ts';
import { writeReturn } from '../return/make-return.ts';
import { bookOffer } from './book-offer.ts';
import { bookSale } from './book-sale.ts';
import {
  type ArrivedLetter,
  findLetter,
  lockLetter,
  lockOwnLetter,
  type Problem,
  replaceLetter,
  requireOwnLetter,
  type StoredLetter,
  settleLetter,
  standingOf,
  storeLetter,
} from './inbox-row.ts';
import { type ReadSale, readSale, readVoid } from './letter-body.ts';

// Rule: docs/rules/till-sales.md#one-uuid-one-fate

type Answer = z.output<typeof api.tillSync.sync.output>['answers'][number];
export type LetterResult = Pick<Answer, 'answer' | 'order_id' | 'problem'>;

const answerOf = (
  answer: Answer['answer'],
  { order_id = null, problem = null }: Partial<Pick<Answer, 'order_id' | 'problem'>> = {},
): LetterResult => ({ answer, order_id, problem });

/** Returns the number of a letter as on its paper. */
export const numberOf = ({ branch_id, device_id, epoch, seq }: TillNumber): string =>
  toTillNumber({ branch_id, device_id, epoch, seq });

/** Converts what kept a letter from being booked; null where the same may succeed later. */
export function toProblem(error: unknown): Problem | null {
  if (error instanceof Failure)
    return error.status >= 500
      ? null
      : { code: error.code, params: error.params, field: error.field ?? null };
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return { code: 'request.invalid', params: {}, field: issue ? issue.path.join('.') : null };
  }
  if (isRetryableConflict(error) || isDatabaseBusy(error)) return null;
  return { code: 'internal.defect', params: { request_id: '' }, field: null };
}

/** What is answered of a letter that stands. */
function answerStored({ state, order_id, problem }: StoredLetter, isNew = false): LetterResult {
  if (state === 'booked') return answerOf(isNew ? 'booked' : 'already', { order_id });
  if (state === 'voided') return answerOf('voided');
  if (state === 'countered') return answerOf('voided', { order_id });
  return answerOf('kept', { problem });
}

/** Books an offer, or refuses it and keeps nothing. */
async function handleOffer(ctx: Ctx, letter: ArrivedLetter, isEnded: boolean): Promise<LetterResult> {
  try {
    return await ctx.tx(async (ctx) => {
      const standing = await lockOwnLetter(ctx, letter);
      const fate = decideFate({ standing: standingOf(standing), arrives: 'offer' });
      if (fate !== 'book_or_refuse' && standing) return answerStored(standing);
      if (isEnded) fail('till.unpaired');
      const order_id = await bookOffer(ctx, readSale(letter.body), { ...letter, till_no: numberOf(letter) });
      await keep(ctx, letter, standing, { state: 'booked', order_id, problem: null });
      return answerOf('booked', { order_id });
    });
  } catch (error) {
    const problem = toProblem(error);
    // without an answer the till books it as sold
    if (problem === null || problem.code === 'internal.defect') throw error;
    return answerOf('refused', { problem });
  }
}

/** Stores a letter, in the place of one that is not proven. @throws till.number_taken */
async function keep(
  ctx: Ctx,
  letter: ArrivedLetter,
  standing: StoredLetter | undefined,
  outcome: Parameters<typeof storeLetter>[2],
): Promise<void> {
  if (standing) await replaceLetter(ctx, letter, outcome);
  else if (!(await storeLetter(ctx, letter, outcome))) fail('till.number_taken');
}

const NUMBER_TAKEN: Problem = { code: 'till.number_taken', params: {}, field: null };
const VOID_FIRST: Problem = { code: 'till.void_first', params: {}, field: null };

/** Commits a sold letter before anything else happens to it. */
const keepSold = (ctx: Ctx, letter: ArrivedLetter): Promise<void> =>
  ctx.tx(async (ctx) => {
    if (await storeLetter(ctx, letter, { state: 'kept' })) return;
    const standing = await lockOwnLetter(ctx, letter);
    if (!standing) {
      // another sale has its number: it stands beside it until a person has looked
      await storeLetter(ctx, { ...letter, proven: false }, { state: 'held', problem: NUMBER_TAKEN });
      return;
    }
    const fate = decideFate({ standing: standingOf(standing), arrives: 'sold' });
    if (fate === 'book' && standing.problem?.code !== NUMBER_TAKEN.code)
      await replaceLetter(ctx, letter, { state: 'kept', problem: null });
    else if (fate === 'hold' && standing.state === 'voided')
      await replaceLetter(ctx, letter, { state: 'held', problem: VOID_FIRST });
  });

/** Books a kept letter in a transaction of its own; what fails for good is held, what may succeed later stays kept. */
export async function bookStoredLetter(
  ctx: Ctx,
  uuid: string,
  map: (sale: ReadSale) => ReadSale = (sale) => sale,
): Promise<LetterResult> {
  try {
    return await ctx.tx(async (ctx) => {
      const standing = await lockLetter(ctx, uuid);
      if (!standing) return answerOf('kept');
      if (standing.state !== 'kept') return answerStored(standing);
      const sale = map(readSale(standing.body));
      const order_id = await bookSale(ctx, sale, { ...standing, till_no: numberOf(standing) });
      await settleLetter(ctx, uuid, { state: 'booked', order_id, problem: null });
      return answerOf('booked', { order_id });
    });
  } catch (error) {
    const problem = toProblem(error);
    if (problem === null) return answerOf('kept');
    if (problem.code === 'internal.defect')
      ctx.services.log.error({ err: error, uuid }, 'a sale was not booked');
    await ctx.tx(async (ctx) => {
      const standing = await lockLetter(ctx, uuid);
      if (standing?.state === 'kept') await settleLetter(ctx, uuid, { state: 'held', problem });
    });
    const after = await findLetter(ctx, uuid);
    return after ? answerStored(after) : answerOf('kept');
  }
}

async function handleSold(ctx: Ctx, letter: ArrivedLetter): Promise<LetterResult> {
  await keepSold(ctx, letter);
  return bookStoredLetter(ctx, letter.uuid);
}

/** Takes a booked sale back as a whole, with a number of its own. @returns the return's id */
async function counterSale(ctx: Ctx, order_id: number): Promise<number> {
  const lines = await fetchRows(
    ctx,
    tables
      .selectFrom('order_line')
      .select(({ cast }) => ['id as line_id', cast<number>('quantity', 'float8').as('quantity')])
      .where('order_id', '=', order_id)
      .where('parent_id', 'is', null)
      .orderBy('ord'),
  );
  const order = await ctx.db.order.findUniqueOrThrow({
    where: { id: order_id },
    select: { device_id: true },
  });
  return writeReturn(createCtxAs(ctx, AS_SYSTEM), {
    order_id,
    items: lines,
    refund_fee: true,
    ...((await hasOpenDrawer(ctx, order.device_id)) ? { device_id: order.device_id } : {}),
  });
}

/** True when the till has an open drawer that can pay out. */
async function hasOpenDrawer(ctx: Ctx, device_id: number | null): Promise<boolean> {
  if (device_id === null) return false;
  return (await ctx.db.pos_session.count({ where: { device_id, status: 'open', late_of: null } })) > 0;
}

async function handleVoid(ctx: Ctx, letter: ArrivedLetter): Promise<LetterResult> {
  readVoid(letter.body);
  const before = requireOwnLetter(await findLetter(ctx, letter.uuid), letter);
  // a sale that is kept is booked first: only what is booked can be taken back
  if (before?.proven && before.state === 'kept') await bookStoredLetter(ctx, letter.uuid);
  return ctx.tx(async (ctx) => {
    const standing = await lockOwnLetter(ctx, letter);
    const fate = decideFate({ standing: standingOf(standing), arrives: 'void' });
    if (fate === 'void') {
      await keep(ctx, letter, standing, { state: 'voided', problem: null });
      return answerOf('voided');
    }
    if (fate !== 'counter_sale' || !standing) return standing ? answerStored(standing) : answerOf('kept');
    if (standing.state !== 'booked' || standing.order_id === null)
      return answerOf('kept', { problem: standing.problem });
    const return_id = await counterSale(ctx, standing.order_id);
    await settleLetter(ctx, letter.uuid, { state: 'countered', return_id });
    return answerOf('voided', { order_id: standing.order_id });
  });
}

/** Keeps a letter that cannot be what its till sent; it stands in nobody's way. */
async function holdLetter(
  ctx: Ctx,
  letter: ArrivedLetter,
  code: 'till.letter_signature' | 'till.letter_unreadable',
): Promise<LetterResult> {
  const problem: Problem = { code, params: {}, field: null };
  await storeLetter(ctx, { ...letter, proven: false }, { state: 'held', problem });
  const standing = requireOwnLetter(await findLetter(ctx, letter.uuid), letter);
  return standing?.proven ? answerStored(standing) : answerOf('kept', { problem });
}

const HANDLERS: Readonly<
  Record<LetterKind, (ctx: Ctx, letter: ArrivedLetter, isEnded: boolean) => Promise<LetterResult>>
> = { offer: handleOffer, sold: handleSold, void: handleVoid };

/**
 * Does with a letter what its fate is. One that fails for a reason of its own is answered `kept`, and stops no other.
 * @throws service.busy, and what keeps an offer from being booked or refused
 */
export async function handleLetter(ctx: Ctx, letter: ArrivedLetter, isEnded: boolean): Promise<LetterResult> {
  try {
    if (!letter.proven)
      return await holdLetter(
        ctx,
        letter,
        letter.isReadable ? 'till.letter_signature' : 'till.letter_unreadable',
      );
    return await HANDLERS[letter.kind](ctx, letter, isEnded);
  } catch (error) {
    if (letter.kind === 'offer' && letter.proven) throw error;
    const problem = toProblem(error);
    if (problem === null) throw error;
    if (problem.code === 'internal.defect')
      ctx.services.log.error({ err: error, uuid: letter.uuid }, 'a letter of a till failed');
    return answerOf('kept', { problem });
  }
}
