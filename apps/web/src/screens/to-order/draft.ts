import type { api } from '@dukkan/contract';
import type { MetaOf, RowOf } from '../../lib/server/endpoint.ts';

export type Suggestion = RowOf<typeof api.receipt.toOrder>;
export type SuggestionMeta = MetaOf<typeof api.receipt.toOrder>;
export type SupplierTotal = SuggestionMeta['suppliers'][number];

/** What the user changed of a suggestion. */
export type SuggestionChange = { readonly isLeftOut?: boolean; readonly text?: string };
export type SuggestionChanges = ReadonlyMap<string, SuggestionChange>;

/** A suggestion with what the user made of it; `quantity` is null when it is no quantity above 0. */
export type SuggestedLine = {
  readonly row: Suggestion;
  readonly isTicked: boolean;
  readonly text: string;
  readonly quantity: number | null;
};

/** Parses a quantity above 0 with at most three decimals. */
function parseQuantity(text: string): number | null {
  if (!/^\d{1,9}(\.\d{1,3})?$/.test(text.trim())) return null;
  const value = Number(text);
  return value > 0 ? value : null;
}

/** A supplier's lines in their order. */
export type SuggestedGroup = {
  readonly total: SupplierTotal;
  /** The shop's. */
  readonly currency: string;
  /** The chosen supplier; null: none is known or chosen yet. */
  readonly supplier_id: number | null;
  readonly lines: readonly SuggestedLine[];
};

function toLine(row: Suggestion, change: SuggestionChange | undefined): SuggestedLine {
  const text = change?.text ?? String(row.quantity);
  return { row, isTicked: change?.isLeftOut !== true, text, quantity: parseQuantity(text) };
}

/** Groups the suggestions by supplier, in the order of the server's totals. */
export const groupLines = (
  rows: readonly Suggestion[],
  { suppliers, currency }: Pick<SuggestionMeta, 'suppliers' | 'currency'>,
  changes: SuggestionChanges,
  chosen_id: number | null,
): SuggestedGroup[] =>
  suppliers.flatMap((total): SuggestedGroup[] => {
    const own = rows.filter(({ supplier_id }) => supplier_id === total.supplier_id);
    if (own.length === 0) return [];
    return [
      {
        total,
        currency,
        supplier_id: total.supplier_id ?? chosen_id,
        lines: own.map((row) => toLine(row, changes.get(row.id))),
      },
    ];
  });

/** Returns the lines that are ordered: ticked ones of groups with a supplier. */
export const listOrderedLines = (groups: readonly SuggestedGroup[]) =>
  groups.flatMap(({ supplier_id, lines }) =>
    supplier_id === null
      ? []
      : lines.filter(({ isTicked }) => isTicked).map((line) => ({ ...line, supplier_id })),
  );

/** The value of the ticked lines of a group at their last costs, to two more decimals than it is shown with. */
export const sumValue = ({ lines }: SuggestedGroup): number =>
  lines.reduce((sum, { row, isTicked, quantity }) => (isTicked ? sum + (quantity ?? 0) * row.cost : sum), 0);

/** Returns the suppliers that get an order when everything is ordered. */
export const listSupplierIds = (
  { suppliers }: Pick<SuggestionMeta, 'suppliers'>,
  chosen_id: number | null,
): number[] => [...new Set(suppliers.flatMap(({ supplier_id }) => supplier_id ?? chosen_id ?? []))];

/** Converts the ordered lines to what is sent. */
export const toItems = (lines: ReturnType<typeof listOrderedLines>) =>
  lines.map(({ row, supplier_id, quantity }) => ({
    item_id: row.item_id,
    branch_id: row.branch_id,
    supplier_id,
    quantity: quantity ?? 0,
    on_the_way: row.on_the_way,
  }));
