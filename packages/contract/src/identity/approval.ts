import * as z from 'zod';
import { id, password, pin, text } from '../kit/scalars.ts';

/**
 * Somebody's word for what the caller alone may not do: an account with its PIN, or an e-mail or phone with the password.
 * Neither is stored, logged or answered.
 * Rule: docs/rules/approvals.md
 */
export const approval = z.strictObject({
  account_id: id.nullish(),
  pin: pin.nullish(),
  email: text(254).nullish(),
  phone: text(32).nullish(),
  password: password.nullish(),
});

/** What a word can be asked for. */
export const APPROVAL_REASONS = ['return', 'cash', 'discount', 'close'] as const;
export type ApprovalReason = (typeof APPROVAL_REASONS)[number];

/** Who may approve, for the dialog that asks. */
export const approver = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Without one the password is asked for. */
  has_pin: z.boolean(),
});

/** A word as it is sent. */
export type Approval = z.input<typeof approval>;
