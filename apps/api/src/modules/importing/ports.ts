import type { Ctx } from '../../core/ctx.ts';

/** Units that a file said there are, as lines of a receipt. */
export type IncomingStock = {
  readonly branch_id: number;
  readonly notes: string;
  /** `cost` is of a unit, in the shop's currency. */
  readonly lines: readonly { readonly item_id: number; readonly quantity: number; readonly cost: number }[];
};

/** The price of an item in a list; without a price it is taken out of it. */
export type PriceListItemPrice = {
  readonly product_id: number;
  readonly item_id: number;
  readonly price: number | null;
  readonly status: 0 | 1;
};

/** A place of a customer, as a list of customers says it. */
export type ImportedPlace = {
  readonly area_no: string | null;
  readonly street: string | null;
  readonly home_no: string | null;
  readonly area_id: null;
  readonly lat: null;
  readonly lng: null;
};

/** What an import causes in modules above the catalogue, in its own transaction (architecture: ports). */
export type ImportPorts = {
  /** Brings units in by an accepted receipt of the supplier 'Import'. @returns the receipt's id */
  receive(ctx: Ctx, arrivals: IncomingStock): Promise<number>;
  /** Cancels such a receipt. @throws receipt.needs_force where units of it are gone, receipt.has_transactions */
  takeBack(ctx: Ctx, receipt_id: number): Promise<void>;
  /** Merges prices into a list. @throws record.missing, reference.missing for what is gone meanwhile */
  setPrices(ctx: Ctx, price_list_id: number, prices: readonly PriceListItemPrice[]): Promise<void>;
  readonly addresses: {
    /** What adding each place would do; a customer of null is one who is not there yet. */
    findFits(
      ctx: Ctx,
      places: readonly { readonly user_id: number | null; readonly place: ImportedPlace }[],
    ): Promise<('new' | 'same' | 'full')[]>;
    /** Adds a place to a customer. @returns the address's id */
    add(ctx: Ctx, user_id: number, place: ImportedPlace): Promise<number>;
    /** Takes addresses back that nobody changed or ordered to. @returns those that are gone */
    remove(ctx: Ctx, ids: readonly number[]): Promise<number[]>;
    /** Addresses of one customer. */
    readonly max: number;
  };
};
