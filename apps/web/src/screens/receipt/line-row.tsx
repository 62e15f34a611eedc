import { Trash2 } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { toFieldId } from '../../lib/form/form-errors.ts';
import { Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { cx, IconButton } from '../../ui/index.ts';
import { computeLineNet, normalizeTypedNumber, toDisplayAmount } from './amounts.ts';
import { CELL_FIELDS, CELLS, type CellName, type ReceiptDraftLine } from './line.ts';
import { type LinesStore, useReceiptLine } from './lines.ts';

/** The errors of a line, by field of the API. */
export type LineErrors = Readonly<Record<string, { readonly message?: string } | undefined>>;

export type LineRowContext = {
  readonly lines: LinesStore;
  readonly scale: number;
  /** The branch options, rendered once for all rows; null when there is only one branch. */
  readonly branches: readonly ReactNode[] | null;
  readonly isAccepted: boolean;
  readonly onLeave: (index: number, cell: CellName, input: HTMLInputElement) => void;
  readonly onTyped: (index: number, field: string, isWrong: boolean) => void;
  readonly onRemove: (index: number) => void;
};

const LABELS: Readonly<Record<CellName, string>> = {
  quantity: 'fields:quantity',
  before: 'receipt:cell.before',
  off: 'receipt:cell.off',
  cost: 'fields:cost_value',
  expire: 'fields:expire_date',
};

export const getCellLabel = (cell: CellName): string => LABELS[cell];

const getCellField = (cell: CellName): string => (cell === 'off' ? 'off' : CELL_FIELDS[cell]);

/** Returns the path of a cell in the form, which errors and the links of the error summary use. */
export const getCellPath = (index: number, cell: CellName): string => `items.${index}.${getCellField(cell)}`;

/** The columns of the table on wide screens; on a phone a card of label and value pairs. */
export const rowLayout = 'grid md:grid-cols-(--columns) max-md:grid-cols-2';

const cellLook =
  'h-8 w-full min-w-0 rounded-sm border border-transparent bg-transparent px-1.5 text-end text-base tabular rtl:text-start ' +
  'group-hover/row:border-line hover:border-line-strong focus:border-focus focus:bg-surface focus:outline-1 focus:outline-focus ' +
  'aria-invalid:border-danger-solid max-md:border-line max-md:bg-surface pointer-coarse:h-11';

/** A line of the receipt; it renders again only when this line changes. */
export const ReceiptLineRow = memo(
  ({ index, shared, wrong }: { index: number; shared: LineRowContext; wrong: LineErrors | undefined }) => {
    const { t } = useTranslation(['receipt', 'fields']);
    const { number } = useFormat();
    const line = useReceiptLine(shared.lines, index);
    if (!line) return null;
    const messages = Object.values(wrong ?? {}).flatMap((one) => one?.message ?? []);
    const net = computeLineNet(line);
    return (
      <tr
        className={cx(
          'group/row items-center border-b border-line last:border-b-0',
          // the browser skips layout and painting of rows out of view, so that typing stays fast in a long receipt
          '[contain-intrinsic-size:auto_3rem] [content-visibility:auto] max-md:[contain-intrinsic-size:auto_14rem]',
          rowLayout,
          'max-md:gap-x-2 max-md:gap-y-1 max-md:p-3',
        )}
      >
        <td className="px-2 text-end text-sm text-subtle tabular max-md:hidden">
          <bdi>{number(index + 1)}</bdi>
        </td>
        <td className="min-w-0 px-2 py-1 max-md:col-span-2 max-md:flex max-md:items-start max-md:px-0">
          <LineItem line={line} />
          {shared.isAccepted ? null : (
            <span className="md:hidden">
              <RemoveLineButton index={index} line={line} shared={shared} />
            </span>
          )}
        </td>
        {shared.branches ? (
          <td className="px-0.5 max-md:col-span-2 max-md:px-0">
            <select
              id={toFieldId(`items.${index}.${CELL_FIELDS.branch}`)}
              aria-label={`${t('fields:branch_id')}, ${line.title}`}
              value={line.branch_id ?? ''}
              disabled={line.used > 0}
              aria-invalid={wrong?.branch_id ? true : undefined}
              onChange={(event) => {
                shared.lines.branch(index, Number(event.target.value));
                shared.onTyped(index, CELL_FIELDS.branch, wrong?.branch_id !== undefined);
              }}
              className={cx(cellLook, 'truncate text-start')}
            >
              {line.branch_id === null ? <option value="">–</option> : null}
              {shared.branches}
            </select>
          </td>
        ) : null}
        {CELLS.map((cell) => {
          const field = getCellField(cell);
          const isWrong = wrong?.[field] !== undefined;
          return (
            <td key={cell} className="px-0.5 max-md:px-0">
              <span aria-hidden="true" className="block text-xs text-subtle md:hidden">
                {t(LABELS[cell])}
              </span>
              <input
                id={toFieldId(`items.${index}.${field}`)}
                data-index={index}
                data-cell={cell}
                dir="ltr"
                autoComplete="off"
                inputMode={cell === 'expire' ? 'text' : 'decimal'}
                placeholder={cell === 'expire' ? t('receipt:day_form') : undefined}
                aria-label={`${t(LABELS[cell])}, ${line.title}`}
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? `wrong-${line.key}` : undefined}
                value={line[cell]}
                onChange={(event) => {
                  shared.lines.type(index, cell, normalizeTypedNumber(event.target.value));
                  shared.onTyped(index, field, isWrong);
                }}
                onBlur={(event) => shared.onLeave(index, cell, event.target)}
                className={cx(cellLook, cell === 'quantity' && 'font-medium', 'placeholder:text-subtle')}
              />
            </td>
          );
        })}
        <td className="px-2 text-end whitespace-nowrap tabular max-md:self-end max-md:pb-1.5">
          {net === null ? (
            <span className="text-subtle">–</span>
          ) : (
            <MoneyText amount={toDisplayAmount(net, shared.scale)} />
          )}
        </td>
        {shared.isAccepted ? null : (
          <td className="max-md:hidden">
            <RemoveLineButton index={index} line={line} shared={shared} />
          </td>
        )}
        {messages.length > 0 ? (
          <td id={`wrong-${line.key}`} className="col-span-full px-2 pb-2 text-sm text-danger-text md:ps-11">
            <bdi>{messages.join(' ')}</bdi>
          </td>
        ) : null}
      </tr>
    );
  },
);

const RemoveLineButton = ({
  index,
  line,
  shared,
}: {
  index: number;
  line: ReceiptDraftLine;
  shared: LineRowContext;
}) => {
  const { t } = useTranslation('receipt');
  return (
    <IconButton
      size="sm"
      tabIndex={-1}
      label={t('remove_line', { title: line.title })}
      icon={<Trash2 />}
      onClick={() => shared.onRemove(index)}
    />
  );
};

/** The item of a line: title, barcode, units in a pack, and units already sold or moved. */
const LineItem = ({ line }: { line: ReceiptDraftLine }) => {
  const { t } = useTranslation('receipt');
  const { number } = useFormat();
  return (
    <span className="flex min-w-0 flex-1 flex-col">
      {/* the end of a title has the size, so it is truncated late */}
      <bdi className="line-clamp-3 max-w-full self-start [overflow-wrap:anywhere]" title={line.title}>
        {line.title}
      </bdi>
      <span className="flex flex-wrap gap-x-2 text-sm text-subtle">
        {line.barcode === null ? (
          <span className="text-warning-text">{t('no_barcode')}</span>
        ) : (
          <Bdi dir="ltr" className="tabular">
            {line.barcode}
          </Bdi>
        )}
        {line.pack !== null && line.pack !== 1 ? (
          <span>{t('pack', { units: number(line.pack) })}</span>
        ) : null}
        {line.supplierName ? (
          <bdi className="[overflow-wrap:anywhere]">
            {t('listed_as', { name: isolateBidi(line.supplierName.title || line.supplierName.code) })}
          </bdi>
        ) : null}
        {line.used > 0 ? (
          <span className="text-warning-text">{t('used', { units: number(line.used) })}</span>
        ) : null}
      </span>
    </span>
  );
};
