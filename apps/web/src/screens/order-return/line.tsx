import {
  findTypedNumberError,
  formatTypedNumber,
  QUANTITY_SCALE,
} from '../../lib/form/parse-typed-number.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { ItemName } from '../../shared/stock-figures.tsx';
import { useScanInInput } from '../../shared/use-scan-in-input.ts';
import { Button, NumberInput, Switch } from '../../ui/index.ts';
import {
  getReturnableQuantity,
  type ReturnableLine,
  type ReturnEntry,
  type ReturnEntryError,
} from './draft.ts';

type ReturnLineProps = {
  line: ReturnableLine;
  said: ReturnEntry;
  wrong: ReturnEntryError | null;
  /** The value of the returned quantity; null when nothing is returned. */
  value: number | null;
  currency: string;
  onChange: (part: Partial<ReturnEntry>) => void;
  onScan: (barcode: string) => void;
};

/** A line of the order: the returned quantity, and whether it can be sold again. */
export const ReturnLine = (props: ReturnLineProps) => {
  const { line, said, wrong, value, currency, onChange } = props;
  const { t } = useTranslation('order-return');
  const { number, money } = useFormat();
  const left = getReturnableQuantity(line);
  const title = isolateBidi(line.title);
  const isAll = said.text === formatTypedNumber(left);
  const hear = useScanInInput((text) => onChange({ text }), props.onScan);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 py-3 md:grid-cols-[minmax(0,1fr)_auto_auto_6.5rem]">
      <div className="min-w-0 max-md:col-span-full">
        <ItemName of={line} src={line.image_url} wide />
        <p className="mt-0.5 text-sm text-subtle">
          {line.returned_quantity > 0
            ? t('left_of_returned', {
                left: isolateBidi(number(left)),
                sold: isolateBidi(number(line.quantity)),
                returned: isolateBidi(number(line.returned_quantity)),
              })
            : t('left_of', {
                left: isolateBidi(number(left)),
                price: isolateBidi(money(line.unit_price, currency)),
              })}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <NumberInput
          aria-label={t('quantity_of', { title })}
          data-quantity=""
          className="w-20! text-end"
          whole={line.offer_id !== null}
          value={said.text}
          {...(wrong === null ? {} : { 'aria-invalid': true })}
          onChange={(text) => onChange({ text })}
          onKeyDown={hear}
          onFocus={(event) => event.target.select()}
        />
        <Button
          aria-label={t('all_of', { title })}
          disabled={isAll}
          onClick={() => onChange({ text: formatTypedNumber(left) })}
        >
          {t('all')}
        </Button>
      </div>
      <Switch
        checked={said.damaged}
        onChange={(damaged) => onChange({ damaged })}
        label={t('damaged')}
        disabled={value === null}
      />
      <bdi className="text-end tabular max-md:col-span-full">
        {value === null ? '' : money(value, currency)}
      </bdi>
      {wrong === null ? null : (
        <p className="col-span-full text-sm text-danger-text" role="status">
          {wrong === 'number'
            ? findTypedNumberError(said.text, QUANTITY_SCALE)
            : t(`wrong.${wrong}`, {
                left: isolateBidi(number(left)),
                step: isolateBidi(number(line.stepper)),
              })}
        </p>
      )}
    </li>
  );
};
