import type { Ctx } from './ctx.ts';

/**
 * What the signing of receipts is told of, in the transaction of what happens; `app.ts` joins it to orders. Each writes
 * what is to be signed where the branch asks for it, and has it signed after the commit.
 * Rule: docs/rules/taxes.md#signing
 */
export type SigningPort = {
  /** A till has sold. @throws fiscal.currency, fiscal.unbalanced */
  recordSale(ctx: Ctx, order_id: number): Promise<void>;
  /** Something that a till sold came back, at this till where one is named. @throws fiscal.unbalanced */
  recordReturn(ctx: Ctx, return_id: number, device_id: number | null): Promise<void>;
  /** Such a return is undone. */
  recordUndo(ctx: Ctx, return_id: number): Promise<void>;
};
