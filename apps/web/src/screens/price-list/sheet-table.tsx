import { type KeyboardEvent, useEffect, useState } from 'react';
import { get, useFormState } from 'react-hook-form';
import { useCurrency } from '../../lib/currency.ts';
import { collectErrors } from '../../lib/form/form-errors.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { focusCell, useGridKeys } from '../../shared/grid-keys.ts';
import { cx } from '../../ui/index.ts';
import type { PriceSheetRow } from './sheet-edits.ts';
import { SheetLine, sheetLayout } from './sheet-row.tsx';
import type { PriceSheet } from './use-sheet.ts';

export type SheetTableProps = {
  rows: readonly PriceSheetRow[];
  sheet: PriceSheet;
  locked: boolean;
  onScan: (code: string) => void;
  /** Called for Enter in the last row. */
  onEnd: () => void;
  /** The id of the item whose price cell gets the focus. */
  focus: number | null;
  onFocused: () => void;
};

const readInputIndex = (target: EventTarget): number | null =>
  target instanceof HTMLInputElement && target.dataset.index !== undefined
    ? Number(target.dataset.index)
    : null;

const setText = (input: HTMLInputElement, text: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
};

/** The headings of the columns, on wide screens. */
const SheetHead = ({ seesCosts }: { seesCosts: boolean }) => {
  const { t } = useTranslation('price-list');
  return (
    <thead className="block max-md:hidden">
      <tr className={cx(sheetLayout, 'items-center border-b border-line bg-sunken text-sm text-muted')}>
        <th scope="col" className="px-3 py-2 text-start font-medium">
          {t('sheet.item')}
        </th>
        <th scope="col" className="px-2 text-end font-medium">
          {t('sheet.base')}
        </th>
        <th scope="col" className="px-2 text-end font-medium">
          {t('sheet.price')}
        </th>
        <th scope="col" className="px-2 text-end font-medium">
          {t('sheet.change')}
        </th>
        {seesCosts ? (
          <th scope="col" className="px-2 text-end font-medium">
            {t('sheet.margin')}
          </th>
        ) : null}
        <th scope="col" className="text-center font-medium">
          {t('sheet.active')}
        </th>
        <th scope="col">
          <span className="sr-only">{t('sheet.actions')}</span>
        </th>
      </tr>
    </thead>
  );
};

/** The prices as a spreadsheet: keys move, fill down and undo, and scans are detected. */
export const SheetTable = (props: SheetTableProps) => {
  const { rows, sheet, locked, onScan, onEnd, focus, onFocused } = props;
  const { t } = useTranslation('price-list');
  const currency = useCurrency() ?? '';
  const { errors } = useFormState();
  /** The rows selected with Shift and the arrows, first and last. */
  const [range, setRange] = useState<readonly [from: number, to: number] | null>(null);
  const seesCosts = rows.some(({ item }) => item.cost !== undefined);

  const put = (changes: readonly PriceSheetRow[], price: PriceSheetRow['price'], key: string | null) =>
    sheet.setPrices(
      changes.map(({ item, stored }) => ({ item, stored, price })),
      key,
    );
  const remove = (row: PriceSheetRow | undefined) => row && !locked && sheet.remove(row);
  const keys = useGridKeys({
    onScan,
    onRemove: locked ? undefined : (index) => remove(rows[index]),
    onEnd,
    onText: setText,
  });

  /**
   * Copies the price of the first selected row to the others; without a selection, copies the price of the row above.
   */
  const fillDown = (index: number) => {
    const [from, to] = range ? [Math.min(...range), Math.max(...range)] : [index - 1, index];
    const first = rows[from];
    const others = rows.slice(from + 1, to + 1).filter(({ isDeleted }) => !isDeleted);
    if (first && others.length > 0 && first.price !== null) put(others, first.price, null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = readInputIndex(event.target);
    if (index === null || event.nativeEvent.isComposing) return;
    const { code } = event.nativeEvent;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (isCommand && (code === 'KeyD' || code === 'KeyZ')) {
      event.preventDefault();
      if (code === 'KeyZ') sheet.undo();
      else if (!locked) fillDown(index);
      return;
    }
    if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const to = Math.max(0, Math.min(rows.length - 1, index + (event.key === 'ArrowDown' ? 1 : -1)));
      setRange([range?.[0] ?? index, to]);
      focusCell(event.currentTarget, to, 'price');
      return;
    }
    if (
      event.key.startsWith('Arrow') ||
      event.key === 'Enter' ||
      event.key === 'Tab' ||
      event.key === 'Escape'
    )
      setRange(null);
    keys.onKeyDown(event);
  };

  useEffect(() => {
    if (focus === null) return;
    const index = rows.findIndex(({ item }) => item.item_id === focus);
    if (index < 0) return;
    // after the row is rendered
    requestAnimationFrame(() => focusCell(document.getElementById('price-sheet'), index, 'price'));
    onFocused();
  }, [focus, rows, onFocused]);

  const isPicked = (index: number) =>
    range !== null && index >= Math.min(...range) && index <= Math.max(...range);
  return (
    <div className="overflow-x-auto">
      <table
        id="price-sheet"
        {...keys}
        onKeyDown={onKeyDown}
        aria-label={t('sheet.label')}
        className="block w-full md:min-w-160"
        style={{
          ['--columns' as string]: `minmax(12rem,1fr) 7rem 8rem 6rem ${seesCosts ? '6rem ' : ''}5rem 3rem`,
        }}
      >
        <SheetHead seesCosts={seesCosts} />
        <tbody className="block">
          {rows.map((row, index) => (
            <SheetLine
              key={row.item.item_id}
              row={row}
              index={index}
              currency={currency}
              seesCosts={seesCosts}
              locked={locked}
              isPicked={isPicked(index)}
              error={row.at >= 0 ? collectErrors(get(errors, `items.${row.at}`))[0]?.message : undefined}
              onPrice={({ item }, price) => put([row], price, `price ${item.item_id}`)}
              onStatus={({ item, stored, price }, status) =>
                sheet.setPrices([{ item, stored, price, status }])
              }
              onRemove={remove}
              onBack={({ stored }) => stored && sheet.bringBack(stored.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};
