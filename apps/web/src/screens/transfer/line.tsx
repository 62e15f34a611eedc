import { X } from 'lucide-react';
import { findTypedNumberError, QUANTITY_SCALE } from '../../lib/form/parse-typed-number.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { useStockBreakdownFormatter } from '../../shared/shortage-reason.tsx';
import { ItemName, Quantity } from '../../shared/stock-figures.tsx';
import { useScanInInput } from '../../shared/use-scan-in-input.ts';
import { IconButton, NumberInput } from '../../ui/index.ts';
import { parseTransferQuantity, type TransferDraftLine } from './draft.ts';

type TransferLineProps = {
  line: TransferDraftLine;
  from: number | null;
  to: number | null;
  error: string | undefined;
  onText: (text: string) => void;
  /** Called for a scan into the quantity box. */
  onScan: (barcode: string) => void;
  onRemove: () => void;
};

/** A line: the quantity, the item's stock in both branches, and a mark when the stock is not enough. */
export const TransferLine = ({ line, from, to, error, onText, onScan, onRemove }: TransferLineProps) => {
  const { t } = useTranslation(['transfer', 'fields']);
  const { number } = useFormat();
  const holding = useStockBreakdownFormatter();
  const { item_id } = line;
  const source = useRead(
    api.stock.explain,
    { item_id, branch_id: from ?? 0 },
    { enabled: from !== null },
  ).results;
  const there =
    to === null
      ? undefined
      : (source?.elsewhere.find(({ branch_id }) => branch_id === to)?.available ?? (source ? 0 : undefined));
  const quantity = parseTransferQuantity(line.text);
  const lacking = source !== undefined && quantity !== null && quantity > source.available;
  const wrong =
    quantity === null
      ? (findTypedNumberError(line.text, QUANTITY_SCALE) ?? t('transfer:quantity_needed'))
      : error;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0">
        <ItemName of={line} wide />
        <p className="mt-0.5 text-sm text-subtle">
          {t('transfer:free')}{' '}
          {source ? (
            <Quantity of={source.available} tone={lacking ? 'danger' : undefined} />
          ) : (
            <bdi>{from === null ? '–' : '…'}</bdi>
          )}
          {there === undefined ? null : (
            <>
              <span aria-hidden="true"> · </span>
              {t('transfer:there')} <bdi>{number(there)}</bdi>
            </>
          )}
        </p>
      </div>
      <QuantityBox
        label={t('transfer:quantity_of', { title: isolateBidi(line.title) })}
        text={line.text}
        wrong={lacking || wrong !== undefined}
        onText={onText}
        onScan={onScan}
      />
      <IconButton
        size="sm"
        label={t('transfer:remove', { title: isolateBidi(line.title) })}
        icon={<X />}
        onClick={onRemove}
      />
      {lacking || wrong ? (
        <p className="col-span-full text-sm text-danger-text" role="status">
          {lacking && source && quantity !== null ? holding(source, quantity) : wrong}
        </p>
      ) : null}
    </li>
  );
};

type FigureProps = {
  label: string;
  text: string;
  wrong: boolean;
  onText: (text: string) => void;
  onScan: (barcode: string) => void;
};

/** A quantity box. A scan into it is detected, and its digits are removed from the box. */
const QuantityBox = ({ label, text, wrong, onText, onScan }: FigureProps) => {
  const hear = useScanInInput(onText, onScan);
  return (
    <NumberInput
      aria-label={label}
      data-quantity=""
      className="w-24! text-end"
      value={text}
      {...(wrong ? { 'aria-invalid': true } : {})}
      onChange={onText}
      onFocus={(event) => event.target.select()}
      onKeyDown={(event) => {
        hear(event);
        // Enter confirms the quantity and must not submit the form
        if (event.key === 'Enter') event.preventDefault();
      }}
    />
  );
};
