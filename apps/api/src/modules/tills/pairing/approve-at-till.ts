import { randomUUID } from 'node:crypto';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { decrypt, encrypt } from '../../../core/secret/encryption.ts';
import { proveApproval, verifyApprover } from '../../identity/index.ts';
import { requirePairedTill } from './paired-till.ts';

// Rule: docs/rules/approvals.md

type Input = z.output<typeof api.tillPairing.approve.input>;

const WORD_MS = 10 * 60_000;
const PURPOSE = 'till-approval';

/** A manager's word for a discount, as the server sealed it. */
export type ApprovalWord = {
  readonly device_id: number;
  /** The highest discount in percent. */
  readonly percent: number;
  readonly approved_by: number;
  readonly from: number;
  readonly until: number;
  readonly nonce: string;
};

/** Checks the PIN or password before anything is locked. @throws auth.failed, approval.locked */
export const prepareApproval = (ctx: Ctx, { approval, device_id }: Input): Promise<void> =>
  proveApproval(ctx, approval, { device_id });

/**
 * Seals a manager's word for a discount at a till, so that a sale may carry it while the server does not answer.
 * @throws reference.missing, till.not_paired, auth.failed, approval.locked, permission.denied
 */
export const approveAtTill = (ctx: Ctx, { device_id, percent, approval }: Input) =>
  ctx.tx(async (ctx) => {
    const { branch_id } = await requirePairedTill(ctx, device_id);
    const approved_by = await verifyApprover(ctx, approval, { reason: 'discount', branch_id, device_id });
    const account = await fetchRow(
      ctx,
      tables.selectFrom('account').select('name').where('id', '=', approved_by),
    );
    const from = ctx.now.getTime();
    const until = from + WORD_MS;
    const word: ApprovalWord = { device_id, percent, approved_by, from, until, nonce: randomUUID() };
    await recordAudit(ctx, {
      noun: 'pos-device',
      id: device_id,
      action: 'approve',
      before: null,
      after: { percent, approved_by },
      branch_id,
    });
    const sealed = encrypt(ctx.services.env.SECRET_KEY, PURPOSE, JSON.stringify(word));
    return {
      word: Buffer.from(sealed).toString('base64url'),
      approved_by,
      name: account?.name ?? fail('record.conflict'),
      expires_at: new Date(until).toISOString(),
    };
  });

/** Reads a sealed word; null where the server did not seal it. */
export function readApprovalWord(ctx: Ctx, text: string | null): ApprovalWord | null {
  if (text === null) return null;
  try {
    return JSON.parse(decrypt(ctx.services.env.SECRET_KEY, PURPOSE, Buffer.from(text, 'base64url')));
  } catch {
    return null;
  }
}
