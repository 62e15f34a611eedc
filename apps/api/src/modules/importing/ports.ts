import type { Ctx } from '../../core/ctx.ts';

/** Units that a file said there are, as lines of a receipt. */
export type IncomingStock = {
  readonly branch_id: number;
  readonly notes: string;
  readonly lines: readonly { readonly item_id: number; readonly quantity: number }[];
};

/** The price of an item in a list; without a price it is taken out of it. */
export type PriceListItemPrice = {
  readonly product_id: number;
  readonly item_id: number;
  readonly price: number | null;
  readonly status: 0 | 1;
};

/** What an import causes in modules above the catalogue, in its own transaction (architecture: ports). */
export type ImportPorts = {
  /** Brings units in by an accepted receipt of the supplier 'Import' at cost 0. @returns the receipt's id */
  receive(ctx: Ctx, arrivals: IncomingStock): Promise<number>;
  /** Cancels such a receipt. @throws receipt.needs_force where units of it are gone, receipt.has_transactions */
  takeBack(ctx: Ctx, receipt_id: number): Promise<void>;
  /** Merges prices into a list. @throws record.missing, reference.missing for what is gone meanwhile */
  setPrices(ctx: Ctx, price_list_id: number, prices: readonly PriceListItemPrice[]): Promise<void>;
};
