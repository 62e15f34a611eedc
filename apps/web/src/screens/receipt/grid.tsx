import { parseDay } from '@dukkan/commerce';
import { type CSSProperties, type Ref, useMemo } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from '../../lib/i18n.ts';
import { useStore } from '../../lib/store.ts';
import { useGridKeys } from '../../shared/grid-keys.ts';
import { cx } from '../../ui/index.ts';
import { useCurrencyScale } from './draft-totals.tsx';
import { CELLS, type CellName } from './line.ts';
import {
  getCellLabel,
  getCellPath,
  type LineErrors,
  type LineRowContext,
  ReceiptLineRow,
  rowLayout,
} from './line-row.tsx';
import type { LinesStore } from './lines.ts';

/** A branch that receives a line. */
export type ReceivingBranchOption = { readonly id: number; readonly name: string };

export type GridProps = {
  ref: Ref<HTMLTableElement>;
  lines: LinesStore;
  branches: readonly ReceivingBranchOption[];
  /** True for an accepted receipt, whose lines can be changed but not added or removed. */
  isAccepted: boolean;
  onScan: (barcode: string) => void;
  onRemove: (index: number) => void;
  onEnd: () => void;
};

/** Returns the CSS widths of the columns: number and item, branch, cells, net, remove button. */
const toGridColumns = (several: boolean, isAccepted: boolean): string =>
  [
    '2.25rem minmax(9rem, 1fr)',
    several ? '8.5rem' : '',
    '4.75rem 7rem 4.75rem 5.25rem 7rem 7.25rem',
    isAccepted ? '' : '2.5rem',
  ].join(' ');

/** The lines of a receipt as a spreadsheet; typing into a cell renders only its row again. */
export const Grid = ({ ref, lines, branches, isAccepted, onScan, onRemove, onEnd }: GridProps) => {
  const { t } = useTranslation(['receipt', 'fields']);
  const scale = useCurrencyScale();
  const keys = useStore(lines.keys);
  const { control, clearErrors, trigger } = useFormContext();
  const { errors } = useFormState({ control, name: 'items' });
  const wrong = errors.items as unknown as readonly (LineErrors | undefined)[] | undefined;
  const several = branches.length > 1;
  const options = useMemo(
    () =>
      several
        ? branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))
        : null,
    [branches, several],
  );
  const shared = useMemo<LineRowContext>(
    () => ({
      lines,
      scale,
      branches: options,
      isAccepted,
      onTyped: (index, field, isWrong) => {
        if (isWrong) clearErrors(`items.${index}.${field}`);
      },
      onLeave: (index, cell, input) => {
        const day = cell === 'expire' ? parseDay(input.value) : null;
        if (day !== null && day !== input.value) lines.type(index, cell, day);
        // validates only changed cells, not those that the focus passes through
        if (cell !== 'off' && input.value !== input.dataset.was) void trigger(getCellPath(index, cell));
      },
      onRemove,
    }),
    [lines, scale, options, isAccepted, clearErrors, trigger, onRemove],
  );
  const keyboard = useGridKeys({
    onScan,
    onRemove: isAccepted ? undefined : onRemove,
    onEnd,
    onText: (input, text) => lines.type(Number(input.dataset.index), input.dataset.cell as CellName, text),
  });
  const head = 'min-w-0 px-2 py-2 text-sm leading-tight font-medium text-muted';
  return (
    <div className="overflow-x-auto">
      <table
        ref={ref}
        {...keyboard}
        aria-label={t('receipt:lines')}
        style={{ '--columns': toGridColumns(several, isAccepted) } as CSSProperties}
        className="block w-full text-base md:min-w-170"
      >
        <thead className="block border-b border-line bg-sunken max-md:hidden">
          <tr className={cx('items-center', rowLayout)}>
            <th scope="col" className={head}>
              <span className="sr-only">{t('receipt:line_number')}</span>
            </th>
            <th scope="col" className={cx(head, 'text-start')}>
              {t('fields:item_id')}
            </th>
            {several ? (
              <th scope="col" className={cx(head, 'text-start')}>
                {t('fields:branch_id')}
              </th>
            ) : null}
            {CELLS.map((cell) => (
              <th key={cell} scope="col" className={cx(head, 'text-end')}>
                {t(getCellLabel(cell))}
              </th>
            ))}
            <th scope="col" className={cx(head, 'text-end')}>
              {t('fields:net')}
            </th>
            {isAccepted ? null : (
              <th scope="col" className={head}>
                <span className="sr-only">{t('receipt:remove')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="block">
          {keys.map((key, index) => (
            <ReceiptLineRow key={key} index={index} shared={shared} wrong={wrong?.[index]} />
          ))}
        </tbody>
      </table>
    </div>
  );
};
