import { ListFilter } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCurrency } from '../../lib/currency.ts';
import { useDebounced } from '../../lib/debounced.ts';
import type { FieldSpec } from '../../lib/fact.ts';
import { AMOUNT_SCALE, formatTypedAmount, parseTypedNumber } from '../../lib/form/parse-typed-number.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { HasId } from '../../lib/list/list-url.ts';
import type { FilterValue } from '../../lib/list/update-list-url.ts';
import { Button, Chip, DateInput, Field, NumberInput, Popover, Select } from '../../ui/index.ts';
import { Cell } from '../kinds/cell.tsx';
import { RefPicker } from '../pickers/ref-picker.tsx';
import type { List } from './use-list.ts';

/**
 * The filters of a list: the active ones as chips, all of them in a popover. A filter is a ref, a choice, a flag, an
 * amount or a date.
 */
export function FilterBar<R extends HasId>({
  list,
  filters,
}: {
  list: List<R>;
  filters: readonly FieldSpec[];
}) {
  const { t } = useTranslation(['kit', 'fields']);
  const [open, setOpen] = useState(false);
  const { filters: values } = list.query;
  const active = filters.filter((field) => values[field.name] !== undefined);
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={t('kit:filter.label')}
        trigger={<Button icon={<ListFilter />}>{t('kit:filter.label')}</Button>}
      >
        <div className="flex flex-col gap-3">
          {filters.map((field) => (
            <Field key={field.name} label={t(field.label)}>
              <FilterInput
                field={field}
                value={values[field.name]}
                onChange={(value) => list.set({ [field.name]: value })}
              />
            </Field>
          ))}
        </div>
      </Popover>
      {active.map((field) => (
        <Chip
          key={field.name}
          onClick={() => setOpen(true)}
          onRemove={() => list.set({ [field.name]: null })}
          removeLabel={t('kit:filter.remove', { name: t(field.label) })}
        >
          <span className="text-muted">{t(field.label)}:</span> <Cell of={field} row={values} />
        </Chip>
      ))}
      {active.length > 1 ? (
        <Button variant="ghost" size="sm" onClick={list.clear}>
          {t('kit:gap.clear')}
        </Button>
      ) : null}
    </>
  );
}

type FilterInputProps = {
  field: FieldSpec;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | null) => void;
};

const FilterInput = ({ field, value, onChange }: FilterInputProps) => {
  const { t } = useTranslation(['kit', 'fields']);
  if (field.kind === 'ref' && field.to) {
    return <RefPicker to={field.to} value={typeof value === 'number' ? value : null} onChange={onChange} />;
  }
  if (field.kind === 'money') return <AmountFilter value={value} onChange={onChange} />;
  if (field.kind === 'day') {
    return <DateInput value={String(value ?? '')} onChange={(day) => onChange(day === '' ? null : day)} />;
  }
  const options = field.options ?? [
    { value: 1, label: 'kit:yes' },
    { value: 0, label: 'kit:no' },
  ];
  return (
    <Select
      value={value === undefined ? '' : String(value)}
      onChange={(next) => onChange(next === '' ? null : next)}
      options={[
        { value: '', label: t('kit:filter.any') },
        ...options.map((option) => ({ value: String(option.value), label: t(option.label) })),
      ]}
    />
  );
};

/**
 * A minimum or maximum amount; it filters the list when the user stops typing. A value from the address is shown with
 * all its decimals.
 */
const AmountFilter = ({ value, onChange }: Omit<FilterInputProps, 'field'>) => {
  const currency = useCurrency();
  const { currencySign } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const [lastValue, setLastValue] = useState(value);
  const rested = useDebounced(typed, 400)?.trim();
  const narrow = useEffectEvent((amount: string | undefined) => {
    if (amount === '' && value !== undefined) onChange(null);
    const next = parseTypedNumber(amount ?? '', AMOUNT_SCALE).value;
    if (next !== null && next !== value) onChange(String(next));
  });
  if (value !== lastValue) {
    // the filter was changed elsewhere, such as by its chip or a saved view
    setLastValue(value);
    if (typed !== null && parseTypedNumber(typed, AMOUNT_SCALE).value !== value) setTyped(null);
  }
  useEffect(() => narrow(rested), [rested]);
  const text = typed ?? (value === undefined ? '' : formatTypedAmount(Number(value), currency));
  return (
    <NumberInput
      value={text}
      onChange={setTyped}
      {...(currency ? { end: <bdi>{currencySign(currency)}</bdi> } : {})}
      {...(parseTypedNumber(text, AMOUNT_SCALE).wrong === null ? {} : { 'aria-invalid': true })}
    />
  );
};
