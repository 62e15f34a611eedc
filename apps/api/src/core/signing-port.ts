import type { Ctx } from './ctx.ts';

/**
 * Callbacks from orders to the signing of receipts, each in the caller's transaction; `app.ts` connects the two. Each
 * stores the document to sign if the branch requires it, and signs it after the commit.
 * Rule: docs/rules/taxes.md#signing
 */
export type SigningPort = {
  /** Called for a sale at a till. @throws fiscal.currency, fiscal.unbalanced */
  recordSale(ctx: Ctx, order_id: number): Promise<void>;
  /** Called for a return of a till sale, at the given till. @throws fiscal.unbalanced */
  recordReturn(ctx: Ctx, return_id: number, device_id: number | null): Promise<void>;
  /** Called when such a return is undone. */
  recordUndo(ctx: Ctx, return_id: number): Promise<void>;
};
