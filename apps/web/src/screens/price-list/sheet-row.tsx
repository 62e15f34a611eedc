import { computeMarginPercent, computePriceChangePercent } from '@dukkan/commerce';
import { RotateCcw, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import { Link } from '../../kit/index.ts';
import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { toFieldId } from '../../lib/form/form-errors.ts';
import { AMOUNT_SCALE, formatTypedAmount, parseTypedNumber } from '../../lib/form/parse-typed-number.ts';
import { Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Badge, cx, IconButton } from '../../ui/index.ts';
import { Change } from './change.tsx';
import type { PriceSheetRow } from './sheet-edits.ts';

/** The columns of the table on wide screens; cards on a phone. */
export const sheetLayout = 'grid md:grid-cols-(--columns) max-md:grid-cols-2';

const cellLook =
  'h-8 w-full min-w-0 rounded-sm border border-transparent bg-transparent px-1.5 text-end text-base tabular rtl:text-start ' +
  'group-hover/row:border-line hover:border-line-strong focus:border-focus focus:bg-surface focus:outline-1 focus:outline-focus ' +
  'aria-invalid:border-danger-solid max-md:border-line max-md:bg-surface pointer-coarse:h-11 disabled:opacity-60';

export type SheetRowProps = {
  row: PriceSheetRow;
  index: number;
  currency: string;
  seesCosts: boolean;
  locked: boolean;
  isPicked: boolean;
  error: string | undefined;
  onPrice: (row: PriceSheetRow, price: number | string | null) => void;
  onStatus: (row: PriceSheetRow, status: 0 | 1) => void;
  onRemove: (row: PriceSheetRow) => void;
  onBack: (row: PriceSheetRow) => void;
};

/** Parses a typed price: a number, null for an empty text, or the text itself if it is not a number. */
export function parsePriceOrKeepText(text: string): number | string | null {
  const { value, wrong } = parseTypedNumber(text, AMOUNT_SCALE);
  return wrong === null ? value : text;
}

const textOfPrice = (price: PriceSheetRow['price'], currency: string): string =>
  typeof price === 'number' ? formatTypedAmount(price, currency) : (price ?? '');

/** The item of a row, with what happens to its price when the list is saved, and the list that has a lower one. */
const ItemCell = ({ row: { item, isDeleted, isChanged, stored } }: { row: PriceSheetRow }) => {
  const { t } = useTranslation('price-list');
  return (
    <td className="flex min-w-0 flex-col px-3 py-1 max-md:col-span-2 max-md:px-0">
      <bdi className="line-clamp-2 max-w-full self-start [overflow-wrap:anywhere]" title={item.product_title}>
        {item.product_title}
      </bdi>
      <span className="flex flex-wrap items-center gap-x-2 text-sm text-subtle">
        {item.barcode === null ? t('sheet.no_barcode') : <Bdi dir="ltr">{item.barcode}</Bdi>}
        {isDeleted ? (
          <Badge variant="danger">{t('sheet.goes')}</Badge>
        ) : stored === null ? (
          <Badge variant="info">{t('sheet.new')}</Badge>
        ) : isChanged ? (
          <Badge variant="info">{t('sheet.changed')}</Badge>
        ) : null}
        {item.beaten_by ? (
          <Link to={paths.priceList(item.beaten_by.id)} tabIndex={-1} className="text-warning-text underline">
            {t('sheet.beaten', { title: isolateBidi(item.beaten_by.title) })}
          </Link>
        ) : null}
      </span>
    </td>
  );
};

type ActionCellProps = Pick<SheetRowProps, 'row' | 'locked' | 'onRemove' | 'onBack'> & { title: string };

/** Removes a row, or brings it back. */
const ActionCell = ({ row, locked, title, onRemove, onBack }: ActionCellProps) => {
  const { t } = useTranslation('price-list');
  return (
    <td className="text-end">
      {locked ? null : row.isDeleted ? (
        <IconButton
          size="sm"
          label={t('sheet.bring_back', { title })}
          icon={<RotateCcw />}
          onClick={() => onBack(row)}
        />
      ) : (
        <IconButton
          size="sm"
          tabIndex={-1}
          label={t('sheet.remove', { title })}
          icon={<Trash2 />}
          onClick={() => onRemove(row)}
        />
      )}
    </td>
  );
};

/** Whether a price is active, for users who may not change it. */
const StatusMark = ({ isOn }: { isOn: boolean }) => {
  const { t } = useTranslation('kit');
  return (
    <Badge variant={isOn ? 'success' : 'secondary'}>{t(isOn ? 'status.active' : 'status.disabled')}</Badge>
  );
};

/** A row of the sheet: item, base price, price, change and margin. */
export const SheetLine = memo((props: SheetRowProps) => {
  const { row, index, currency, seesCosts, locked, isPicked, error } = props;
  const { t } = useTranslation('price-list');
  const { number } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const { item, price, isDeleted, isChanged } = row;
  const title = isolateBidi(item.product_title);
  const amount = typeof price === 'number' ? price : null;
  const margin =
    amount === null || item.cost === undefined ? null : computeMarginPercent(amount, item.cost, item.tax);
  const isBelowCost = margin !== null && margin < 0;
  // typed text stays unchanged as long as it means the current price
  const text = typed !== null && parsePriceOrKeepText(typed) === price ? typed : textOfPrice(price, currency);
  const wrongId = `wrong-${item.item_id}`;
  return (
    <tr
      data-row={item.item_id}
      className={cx(
        'group/row items-center border-b border-line last:border-b-0',
        '[contain-intrinsic-size:auto_3rem] [content-visibility:auto] max-md:[contain-intrinsic-size:auto_9rem]',
        sheetLayout,
        'max-md:gap-x-2 max-md:gap-y-1 max-md:p-3',
        isPicked && 'bg-sunken',
        isDeleted && 'text-subtle line-through',
      )}
    >
      <ItemCell row={row} />
      <td className="px-2 text-end tabular max-md:px-0 max-md:text-start">
        <span className="block text-xs text-subtle md:hidden">{t('sheet.base')}</span>
        <MoneyText amount={item.base_price} />
      </td>
      <td className="px-0.5 max-md:px-0">
        <span aria-hidden="true" className="block text-xs text-subtle md:hidden">
          {t('sheet.price')}
        </span>
        {locked ? (
          <span className={cx('block px-1.5 text-end tabular', isBelowCost && 'text-danger-text')}>
            {amount === null ? <EmptyCell /> : <MoneyText amount={amount} />}
          </span>
        ) : (
          <input
            id={row.at >= 0 ? toFieldId(`items.${row.at}.price`) : undefined}
            data-index={index}
            data-cell="price"
            dir="ltr"
            autoComplete="off"
            inputMode="decimal"
            disabled={isDeleted}
            aria-label={t('sheet.price_of', { title })}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? wrongId : undefined}
            value={text}
            onChange={(event) => {
              setTyped(event.target.value);
              props.onPrice(row, parsePriceOrKeepText(event.target.value));
            }}
            onBlur={() => setTyped(null)}
            className={cx(cellLook, isChanged && 'font-medium', isBelowCost && 'text-danger-text')}
          />
        )}
      </td>
      <td className="px-2 text-end tabular max-md:px-0 max-md:text-start">
        <span className="block text-xs text-subtle md:hidden">{t('sheet.change')}</span>
        {amount === null ? <EmptyCell /> : <Change of={computePriceChangePercent(amount, item.base_price)} />}
      </td>
      {seesCosts ? (
        <td className="px-2 text-end tabular max-md:px-0">
          <span className="block text-xs text-subtle md:hidden">{t('sheet.margin')}</span>
          {margin === null ? (
            <EmptyCell />
          ) : (
            <bdi className={cx(isBelowCost && 'font-medium text-danger-text')}>
              {number(margin / 100, { style: 'percent', maximumFractionDigits: 1 })}
              {isBelowCost ? <span className="sr-only">, {t('sheet.below_cost')}</span> : null}
            </bdi>
          )}
        </td>
      ) : null}
      <td className="text-center max-md:text-start">
        {locked ? (
          <StatusMark isOn={row.status === 1} />
        ) : (
          <>
            <input
              type="checkbox"
              checked={row.status === 1}
              disabled={isDeleted}
              aria-label={t('sheet.active_of', { title })}
              onChange={(event) => props.onStatus(row, event.target.checked ? 1 : 0)}
              className="size-4 accent-primary pointer-coarse:size-6"
            />
            <span aria-hidden="true" className="ms-1 text-xs text-subtle md:hidden">
              {t('sheet.active')}
            </span>
          </>
        )}
      </td>
      <ActionCell {...props} title={title} />
      {error ? (
        <td id={wrongId} className="col-span-full px-3 pb-2 text-sm text-danger-text">
          <bdi>{error}</bdi>
        </td>
      ) : null}
    </tr>
  );
});
