import { ListFilter } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCurrency } from '../../lib/currency.ts';
import { useDebounced } from '../../lib/debounced.ts';
import type { FieldSpec } from '../../lib/fact.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { HasId, Value } from '../../lib/list/list-url.ts';
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
  const active = filters.filter((of) => values[of.name] !== undefined);
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={t('kit:filter.label')}
        trigger={<Button icon={<ListFilter />}>{t('kit:filter.label')}</Button>}
      >
        <div className="flex flex-col gap-3">
          {filters.map((of) => (
            <Field key={of.name} label={t(of.label)}>
              <FilterInput
                of={of}
                value={values[of.name]}
                onChange={(value) => list.set({ [of.name]: value })}
              />
            </Field>
          ))}
        </div>
      </Popover>
      {active.map((of) => (
        <Chip
          key={of.name}
          onClick={() => setOpen(true)}
          onRemove={() => list.set({ [of.name]: null })}
          removeLabel={t('kit:filter.remove', { name: t(of.label) })}
        >
          <span className="text-muted">{t(of.label)}:</span> <Cell of={of} row={values} />
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

/** An amount with at most three decimals. */
const AMOUNT = /^\d{1,9}(\.\d{1,3})?$/;

type FilterInputProps = { of: FieldSpec; value: Value | undefined; onChange: (value: Value | null) => void };

const FilterInput = ({ of, value, onChange }: FilterInputProps) => {
  const { t } = useTranslation(['kit', 'fields']);
  if (of.kind === 'ref' && of.to) {
    return <RefPicker to={of.to} value={typeof value === 'number' ? value : null} onChange={onChange} />;
  }
  if (of.kind === 'money') return <AmountFilter value={value} onChange={onChange} />;
  if (of.kind === 'day') {
    return <DateInput value={String(value ?? '')} onChange={(day) => onChange(day === '' ? null : day)} />;
  }
  const options = of.options ?? [
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

/** A limit of an amount; it filters the list when the user stops typing. */
const AmountFilter = ({ value, onChange }: Omit<FilterInputProps, 'of'>) => {
  const currency = useCurrency();
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const [told, setTold] = useState(value);
  const rested = useDebounced(text, 400).trim();
  const tell = useEffectEvent((typed: string) => {
    if (typed === '' && value !== undefined) onChange(null);
    if (AMOUNT.test(typed) && Number(typed) !== value) onChange(typed);
  });
  if (value !== told) {
    // the filter changed elsewhere, such as by its chip or a saved view
    setTold(value);
    if (Number(text) !== value) setText(value === undefined ? '' : String(value));
  }
  useEffect(() => tell(rested), [rested]);
  return (
    <NumberInput
      value={text}
      onChange={setText}
      {...(currency ? { end: currency } : {})}
      {...(text === '' || AMOUNT.test(text.trim()) ? {} : { 'aria-invalid': true })}
    />
  );
};
