import { randomInt } from 'node:crypto';
import { parseTillNumber, resolveText, toEpochLetters } from '@dukkan/commerce';
import { type api, fail, PAIRING_CODE_LENGTH, PAIRING_LETTERS } from '@dukkan/contract';
import { type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import { canSeeBranch, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { hmac, isEqualHmac } from '../../../core/secret/encryption.ts';
import type { Tables } from '../../../generated/tables.ts';
import { countAttempt, refundAttempt } from '../../identity/index.ts';
import { lockTill } from '../check-till.ts';
import { isEd25519Key } from './till-signature.ts';

// Rule: docs/rules/till-sales.md#pairing

type Contract = typeof api.tillPairing;
type Pair = z.output<Contract['pair']['input']>;
type Unpair = z.output<Contract['unpair']['input']>;

const CODE_MS = 10 * 60_000;
/** The most wrong tries of a code, and of an address within the window. */
const TRIES_MAX = 10;
const TRIES_SECONDS = 900;
/** The letters by which a code is found; guessing them costs a try of nobody's code in most cases. */
const TAG_LENGTH = 3;

const newCode = (): string =>
  Array.from({ length: PAIRING_CODE_LENGTH }, () => PAIRING_LETTERS[randomInt(PAIRING_LETTERS.length)]).join(
    '',
  );

const hashCode = (ctx: Ctx, code: string): string => hmac(ctx.services.env.SECRET_KEY, 'till-pairing', code);

/** Returns a typed code as it was issued: its letters alone, in capitals. */
const readCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, '');

const readDevice = tables
  .selectFrom('pos_device as d')
  .innerJoin('branch as b', 'b.id', 'd.branch_id')
  .select(['d.id', 'd.name', 'd.branch_id', 'd.status', 'b.names as branch_names'])
  .where('d.deleted_at', 'is', null)
  .where('b.deleted_at', 'is', null);

/** Finds a till of a branch that the caller may see. @throws record.missing */
async function requireOwnDevice(ctx: Ctx, device_id: number) {
  const device = await fetchRow(ctx, readDevice.where('d.id', '=', device_id));
  return requireFound(device && canSeeBranch(ctx, device.branch_id) ? device : undefined);
}

/** Issues the code with which a browser becomes this till; the one before it stops working. */
export const issueCode = (ctx: Ctx, { device_id }: { readonly device_id: number }) =>
  ctx.tx(async (ctx) => {
    const device = await requireOwnDevice(ctx, device_id);
    if (device.status !== 1) fail('till.switched_off');
    await runStatement(ctx, tables.deleteFrom('pos_pairing_code').where('expires_at', '<=', ctx.now));
    const code = newCode();
    const expires_at = new Date(ctx.now.getTime() + CODE_MS);
    const values = {
      tag: code.slice(0, TAG_LENGTH),
      code_hash: hashCode(ctx, code),
      expires_at,
      tries: 0,
      created_by: getActorId(ctx),
    };
    await runStatement(
      ctx,
      tables
        .insertInto('pos_pairing_code')
        .values({ device_id, ...values })
        .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values)),
    );
    await recordAudit(ctx, {
      noun: 'pos-device',
      id: device_id,
      action: 'issue_code',
      before: null,
      after: { expires_at: expires_at.toISOString() },
      branch_id: device.branch_id,
    });
    const address = ctx.services.env.PUBLIC_URL;
    return {
      id: device_id,
      code,
      qr_text: address ? new URL(`/pos?code=${code}`, address).href : code,
      expires_at: expires_at.toISOString(),
    };
  });

/**
 * Takes a try of the code and compares it; a right one is not used up by that.
 * @throws till.code_wrong, auth.limited
 */
async function requireCode(
  ctx: Ctx,
  code: string,
): Promise<Pick<Selectable<Tables['pos_pairing_code']>, 'device_id' | 'code_hash'>> {
  const limits = [{ key: `pair:${ctx.ip}`, max: TRIES_MAX, seconds: TRIES_SECONDS }];
  const seconds = await countAttempt(ctx.services, limits);
  if (seconds !== null) return fail('auth.limited', { seconds });
  const standing = await fetchRow(
    ctx,
    tables
      .updateTable('pos_pairing_code')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('tag', '=', code.slice(0, TAG_LENGTH))
      .where('expires_at', '>', ctx.now)
      .where('tries', '<', TRIES_MAX)
      .returning(['device_id', 'code_hash']),
  );
  if (!standing || !isEqualHmac(standing.code_hash, hashCode(ctx, code)))
    return fail('till.code_wrong', undefined, 'code');
  await refundAttempt(ctx.services, limits);
  return standing;
}

/** Marks the numbers up to the one on the last paper as given, so that those that never came are missing. */
async function tellLastPrinted(ctx: Ctx, device_id: number, { last_printed_no }: Pair): Promise<void> {
  if (last_printed_no == null) return;
  const printed = parseTillNumber(last_printed_no);
  const marked =
    printed?.device_id === device_id
      ? await runStatement(
          ctx,
          tables
            .updateTable('pos_pairing')
            .set({ last_no: sql<number>`greatest(last_no, ${printed.seq}::int)` })
            .where('device_id', '=', device_id)
            .where('epoch', '=', printed.epoch),
        )
      : 0;
  if (marked === 0) failField('last_printed_no', 'invalid');
}

/**
 * Pairs a browser as the till of a code: its numbers get the next letters, and the machine before it only delivers.
 * @throws till.code_wrong, auth.limited
 */
export async function pair(ctx: Ctx, input: Pair) {
  const { public_key, app_version = null } = input;
  if (!isEd25519Key(public_key)) failField('public_key', 'invalid');
  const { device_id, code_hash } = await requireCode(ctx, readCode(input.code));
  return ctx.tx(async (ctx) => {
    await lockTill(ctx, device_id);
    const used = await runStatement(
      ctx,
      tables
        .deleteFrom('pos_pairing_code')
        .where('device_id', '=', device_id)
        .where('code_hash', '=', code_hash),
    );
    const device = await fetchRow(ctx, readDevice.where('d.id', '=', device_id));
    if (used === 0 || device?.status !== 1) return fail('till.code_wrong', undefined, 'code');
    await tellLastPrinted(ctx, device_id, input);
    await runStatement(
      ctx,
      tables
        .updateTable('pos_pairing')
        .set({ ended_at: ctx.now })
        .where('device_id', '=', device_id)
        .where('ended_at', 'is', null),
    );
    const last = await fetchRow(
      ctx,
      tables
        .selectFrom('pos_pairing')
        .select(({ fn }) => fn.max('epoch').as('epoch'))
        .where('device_id', '=', device_id),
    );
    const epoch = (last?.epoch ?? 0) + 1;
    const paired = {
      device_id,
      epoch,
      public_key,
      app_version,
      paired_at: ctx.now,
      paired_by: getActorId(ctx),
    };
    await runStatement(ctx, tables.insertInto('pos_pairing').values(paired));
    await runStatement(
      ctx,
      tables.updateTable('pos_device').set({ last_seen: ctx.now }).where('id', '=', device_id),
    );
    const epoch_letters = toEpochLetters(epoch);
    await recordAudit(ctx, {
      noun: 'pos-device',
      id: device_id,
      action: 'pair',
      before: null,
      after: { epoch_letters, app_version },
      branch_id: device.branch_id,
    });
    const { id, name, branch_id, branch_names } = device;
    return {
      device: { id, name, branch_id, branch_name: resolveText(branch_names as never, ctx.locale) },
      epoch,
      epoch_letters,
      next_no: 1,
      server_time: ctx.now.toISOString(),
    };
  });
}

/**
 * Ends the pairing of a till; what it has not delivered it may still deliver.
 * @throws record.missing, till.not_paired, till.waiting unless it is forced
 */
export const unpair = (ctx: Ctx, { device_id, force = false }: Unpair) =>
  ctx.tx(async (ctx) => {
    const device = await requireOwnDevice(ctx, device_id);
    await lockTill(ctx, device_id);
    const standing = await fetchRow(
      ctx,
      tables
        .selectFrom('pos_pairing as p')
        .select([
          'p.epoch',
          sql<number>`(SELECT coalesce(sum(m.last_no - m.first_no + 1), 0)::int
                         FROM pos_missing_numbers(p.device_id, p.epoch) m)`.as('waiting'),
        ])
        .where('p.device_id', '=', device_id)
        .where('p.ended_at', 'is', null),
    );
    if (!standing) return fail('till.not_paired');
    const { epoch, waiting } = standing;
    if (waiting > 0 && !force) return fail('till.waiting', { count: waiting });
    await runStatement(
      ctx,
      tables
        .updateTable('pos_pairing')
        .set({ ended_at: ctx.now })
        .where('device_id', '=', device_id)
        .where('epoch', '=', epoch),
    );
    await recordAudit(ctx, {
      noun: 'pos-device',
      id: device_id,
      action: 'unpair',
      before: { epoch_letters: toEpochLetters(epoch) },
      after: { epoch_letters: null, waiting },
      branch_id: device.branch_id,
    });
    return { id: device_id, unpaired: true, waiting };
  });
