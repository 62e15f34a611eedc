import type { Ctx } from '../../core/ctx.ts';

/** Quantities of a file as lines of a receipt. */
export type IncomingStock = {
  readonly branch_id: number;
  readonly notes: string;
  /** `cost` is per unit, in the shop's currency. */
  readonly lines: readonly { readonly item_id: number; readonly quantity: number; readonly cost: number }[];
};

/** The price of an item in a price list; null removes the item from the list. */
export type PriceListItemPrice = {
  readonly product_id: number;
  readonly item_id: number;
  readonly price: number | null;
  readonly status: 0 | 1;
};

/** An address of a customer as a row of a customer list gives it. */
export type ImportedPlace = {
  readonly area_no: string | null;
  readonly street: string | null;
  readonly home_no: string | null;
  readonly area_id: null;
  readonly lat: null;
  readonly lng: null;
};

/** What an import does in modules above the catalogue, within the import's transaction. */
export type ImportPorts = {
  /** Creates an accepted receipt of the supplier 'Import' for these quantities. @returns the receipt's id */
  receive(ctx: Ctx, arrivals: IncomingStock): Promise<number>;
  /** Cancels a receipt that an import created. @throws receipt.needs_force when some units have been sold or moved, receipt.has_transactions */
  takeBack(ctx: Ctx, receipt_id: number): Promise<void>;
  /** Merges prices into a price list. @throws record.missing, reference.missing for records deleted meanwhile */
  setPrices(ctx: Ctx, price_list_id: number, prices: readonly PriceListItemPrice[]): Promise<void>;
  readonly addresses: {
    /**
     * Returns for each address whether adding it would create one, add nothing, or exceed the limit; a null customer is
     * new.
     */
    findFits(
      ctx: Ctx,
      places: readonly { readonly user_id: number | null; readonly place: ImportedPlace }[],
    ): Promise<('new' | 'same' | 'full')[]>;
    /** Adds one address to each of these customers. @returns the addresses' ids by customer */
    add(ctx: Ctx, places: ReadonlyMap<number, ImportedPlace>): Promise<ReadonlyMap<number, number>>;
    /** Deletes those of the addresses that nobody changed or used in an order. @returns the ids of the deleted ones */
    remove(ctx: Ctx, ids: readonly number[]): Promise<number[]>;
    /** The most addresses that one customer can have. */
    readonly max: number;
  };
};
