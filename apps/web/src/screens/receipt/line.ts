import { parseDay } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { applyDiscount, formatDiscountPercent, formatTypedValue, parseNumberOrKeepText } from './amounts.ts';

export type Receipt = RowOf<typeof api.receipt.show>;

/** The editable cells of a line, in display order. */
export const CELLS = ['quantity', 'before', 'off', 'cost', 'expire'] as const;
export type CellName = (typeof CELLS)[number];

/** The displayed data of an item. */
export type LineItemFacts = {
  readonly item_id: number;
  readonly title: string;
  readonly barcode: string | null;
  /** The units in a pack; null when unknown. */
  readonly pack: number | null;
};

/** The supplier's number and name for an item that the user assigned. */
export type LineSupplierName = { readonly code: string; readonly title: string };

/** A line while it is edited; its cells are texts as typed. */
export type ReceiptDraftLine = LineItemFacts &
  Readonly<Record<CellName, string>> & {
    /** Identifies the line on the page, even before it is stored. */
    readonly key: string;
    readonly id: number | null;
    readonly branch_id: number | null;
    /** Which of discount and cost was typed last; the other one is computed from the price before discount. */
    readonly by: 'off' | 'cost';
    /** The units of an accepted line that are already sold or moved. */
    readonly used: number;
    /** Stored for the supplier when the receipt is saved. */
    readonly supplierName: LineSupplierName | null;
  };

/** A line as the save and update endpoints expect it. */
export type LineInput = {
  readonly id?: number;
  readonly item_id: number;
  readonly branch_id: number | null;
  readonly quantity: unknown;
  readonly cost_value: unknown;
  readonly cost_value_before_discount: unknown;
  readonly expire_date: string | null;
  readonly supplier_code?: string | null;
  readonly supplier_title?: string | null;
};

/** The API field of each cell, to show its errors there; the discount is computed and never sent. */
export const CELL_FIELDS: Readonly<Record<Exclude<CellName, 'off'> | 'branch', keyof LineInput>> = {
  quantity: 'quantity',
  before: 'cost_value_before_discount',
  cost: 'cost_value',
  expire: 'expire_date',
  branch: 'branch_id',
};

let keyCount = 0;
const nextKey = (): string => {
  keyCount += 1;
  return `line-${keyCount}`;
};

/** Creates a line for an item that was scanned, selected or pasted. */
export const createLine = (
  facts: LineItemFacts,
  branch_id: number | null,
  cells: Partial<Record<CellName, string>> = {},
  supplierName: LineSupplierName | null = null,
): ReceiptDraftLine => {
  const { quantity = '1', cost = '', before = '', expire = '', off = '' } = cells;
  const line: ReceiptDraftLine = {
    ...facts,
    key: nextKey(),
    id: null,
    branch_id,
    quantity,
    before,
    cost: cost || (applyDiscount(before, off || '0') ?? ''),
    off: off || formatDiscountPercent(before, cost),
    expire,
    by: off ? 'off' : 'cost',
    used: 0,
    supplierName,
  };
  return line;
};

/** Returns the line with a changed cell; cost, price before discount and discount are kept consistent. */
export function updateCell(line: ReceiptDraftLine, cell: CellName, text: string): ReceiptDraftLine {
  switch (cell) {
    case 'before': {
      // without a discount the cost equals the price
      const follows = line.cost === '' || line.cost === line.before;
      if (line.by === 'off' && line.off !== '')
        return { ...line, before: text, cost: applyDiscount(text, line.off) ?? line.cost };
      const cost = follows ? text : line.cost;
      return { ...line, before: text, cost, off: formatDiscountPercent(text, cost) };
    }
    case 'off': {
      const before = line.before || line.cost;
      return {
        ...line,
        off: text,
        by: 'off',
        before,
        cost: applyDiscount(before, text || '0') ?? line.cost,
      };
    }
    case 'cost':
      return { ...line, cost: text, by: 'cost', off: formatDiscountPercent(line.before, text) };
    default:
      return { ...line, [cell]: text };
  }
}

/** Returns the line to send; an invalid number or date is sent as typed, so that its cell shows the error. */
export const toLineInput = (line: ReceiptDraftLine): LineInput => ({
  ...(line.id === null ? {} : { id: line.id }),
  item_id: line.item_id,
  branch_id: line.branch_id,
  quantity: parseNumberOrKeepText(line.quantity),
  cost_value: parseNumberOrKeepText(line.cost),
  cost_value_before_discount: parseNumberOrKeepText(line.before === '' ? line.cost : line.before),
  expire_date: line.expire.trim() === '' ? null : (parseDay(line.expire) ?? line.expire.trim()),
  ...(line.supplierName
    ? { supplier_code: line.supplierName.code || null, supplier_title: line.supplierName.title || null }
    : {}),
});

const cellText = (value: unknown): string =>
  typeof value === 'number' ? formatTypedValue(value) : typeof value === 'string' ? value : '';

/** Creates an editable line from one of the API (a stored draft, a restored form) and the data of its item. */
export function toEditableLine(input: LineInput, facts: LineItemFacts, used: number): ReceiptDraftLine {
  const cost = cellText(input.cost_value);
  const price = cellText(input.cost_value_before_discount);
  const before = price === cost ? '' : price;
  const { supplier_code: code, supplier_title: title } = input;
  return {
    ...facts,
    key: nextKey(),
    id: input.id ?? null,
    branch_id: input.branch_id,
    quantity: cellText(input.quantity),
    before,
    cost,
    off: formatDiscountPercent(before, cost),
    expire: input.expire_date ?? '',
    by: 'cost',
    used,
    supplierName: code || title ? { code: code ?? '', title: title ?? '' } : null,
  };
}

/** Returns the lines of a stored receipt in the format that a save expects. */
export const toLineInputs = (record: Receipt | null): LineInput[] =>
  (record?.items ?? []).map((line) => ({
    id: line.id,
    item_id: line.item_id,
    branch_id: line.branch_id,
    quantity: line.quantity,
    cost_value: line.cost_value,
    cost_value_before_discount: line.cost_value_before_discount,
    expire_date: line.expire_date,
  }));
