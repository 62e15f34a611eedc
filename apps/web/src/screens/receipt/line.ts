import { parseDay } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { applyDiscount, formatDiscountPercent, formatTypedValue, parseNumberOrKeepText } from './amounts.ts';

export type Receipt = RowOf<typeof api.receipt.show>;

/** The cells of a line that are typed into, in the order of the eye. */
export const CELLS = ['quantity', 'before', 'off', 'cost', 'expire'] as const;
export type CellName = (typeof CELLS)[number];

/** What is shown of an item beside what is typed. */
export type ItemFacts = {
  readonly item_id: number;
  readonly title: string;
  readonly barcode: string | null;
  /** Units in a pack; null where it is not known. */
  readonly pack: number | null;
};

/** What the supplier's list calls an item that a person assigned to it. */
export type SupplierItemName = { readonly code: string; readonly title: string };

/** A line as it is edited: its cells are texts as they are typed. */
export type Line = ItemFacts &
  Readonly<Record<CellName, string>> & {
    /** Names it on the page, from before it is stored. */
    readonly key: string;
    readonly id: number | null;
    readonly branch_id: number | null;
    /** What was typed last of the two: the other follows the price before discount. */
    readonly by: 'off' | 'cost';
    /** Units of an accepted line that are gone already. */
    readonly used: number;
    /** Remembered for the supplier once the receipt is saved. */
    readonly supplierName: SupplierItemName | null;
  };

/** A line of the wire as save and update take it. */
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

/** The wire's field of a cell, to put its error where it belongs; the share off is reckoned, never sent. */
export const CELL_FIELDS: Readonly<Record<Exclude<CellName, 'off'> | 'branch', keyof LineInput>> = {
  quantity: 'quantity',
  before: 'cost_value_before_discount',
  cost: 'cost_value',
  expire: 'expire_date',
  branch: 'branch_id',
};

let made = 0;
const nextKey = (): string => {
  made += 1;
  return `line-${made}`;
};

/** A line of an item that has just been scanned, picked or pasted. */
export const createLine = (
  facts: ItemFacts,
  branch_id: number | null,
  cells: Partial<Record<CellName, string>> = {},
  supplierName: SupplierItemName | null = null,
): Line => {
  const { quantity = '1', cost = '', before = '', expire = '', off = '' } = cells;
  const line: Line = {
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

/** The line with one cell typed anew; cost, price before discount and share off follow each other. */
export function updateCell(line: Line, cell: CellName, text: string): Line {
  switch (cell) {
    case 'before': {
      // no discount so far: the cost is the price
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

/** The line as it is sent; what is no number or day is sent as it was typed, to be refused on its cell. */
export const toLineInput = (line: Line): LineInput => ({
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

/** A line to be edited out of one of the wire (a stored draft, a restored form) and what is known of its item. */
export function toLine(wire: LineInput, facts: ItemFacts, used: number): Line {
  const cost = cellText(wire.cost_value);
  const price = cellText(wire.cost_value_before_discount);
  const before = price === cost ? '' : price;
  const { supplier_code: code, supplier_title: title } = wire;
  return {
    ...facts,
    key: nextKey(),
    id: wire.id ?? null,
    branch_id: wire.branch_id,
    quantity: cellText(wire.quantity),
    before,
    cost,
    off: formatDiscountPercent(before, cost),
    expire: wire.expire_date ?? '',
    by: 'cost',
    used,
    supplierName: code || title ? { code: code ?? '', title: title ?? '' } : null,
  };
}

/** The lines of a stored receipt as they are sent. */
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
