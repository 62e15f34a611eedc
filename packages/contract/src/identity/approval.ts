import * as z from 'zod';
import { id, password, pin, text } from '../kit/scalars.ts';

/**
 * Approval by another account for something that the caller may not do alone: an account with its PIN, or an e-mail or
 * phone with the password. Neither is stored, logged or returned.
 * Rule: docs/rules/approvals.md
 */
export const approval = z.strictObject({
  account_id: id.nullish(),
  pin: pin.nullish(),
  email: text(254).nullish(),
  phone: text(32).nullish(),
  password: password.nullish(),
});

/** The actions that may need approval. */
export const APPROVAL_REASONS = ['return', 'cash', 'discount', 'close'] as const;
export type ApprovalReason = (typeof APPROVAL_REASONS)[number];

/** An account that may approve, for the approval dialog. */
export const approver = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Without a PIN the password is required. */
  has_pin: z.boolean(),
});

/** An approval as sent by the client. */
export type Approval = z.input<typeof approval>;
