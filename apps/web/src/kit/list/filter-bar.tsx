import { isValidLocalDate } from '@dukkan/commerce';
import { ChevronLeft, Plus } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useCurrency } from '../../lib/currency.ts';
import { useDebounced } from '../../lib/debounced.ts';
import type { FieldSpec } from '../../lib/fact.ts';
import { AMOUNT_SCALE, formatTypedAmount, parseTypedNumber } from '../../lib/form/parse-typed-number.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { HasId } from '../../lib/list/list-url.ts';
import type { FilterValue, FilterValues } from '../../lib/list/update-list-url.ts';
import { lazyChunk } from '../../lib/server/lazy-chunk.ts';
import { Button, Chip, Field, NumberInput, Popover, Select, Spinner } from '../../ui/index.ts';
import { DayInput } from '../dates/day-input.tsx';
import { RangePanel } from '../dates/range-picker.tsx';
import { useDayPresets } from '../dates/use-day-presets.ts';
import { Cell } from '../kinds/cell.tsx';
import { RefPicker } from '../pickers/ref-picker.tsx';
import { getFilterOptions } from './filter-options.ts';
import type { List } from './use-list.ts';

const loadFinder = () => import('./find-filter.tsx');
const FindFilter = lazyChunk(loadFinder);

/**
 * The filters of a list: the active ones as chips, and a button that adds one: the field, then its value, or both by
 * typed words. A filter is a ref, a choice, a flag, an amount or a date.
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
  const [chosen, setChosen] = useState<FieldSpec | null>(null);
  const { filters: values } = list.query;
  const active = filters.filter(
    (field) => values[field.name] !== undefined || (field.until && values[field.until] !== undefined),
  );
  const warm = () => void loadFinder().catch(() => undefined);
  const show = (field: FieldSpec | null) => {
    setChosen(field);
    setOpen(true);
  };
  const presets = useDayPresets();
  const set = (field: FieldSpec, value: FilterValue | null) => {
    if (!field.until) return list.set({ [field.name]: value });
    const days = typeof value === 'string' ? presets.find(value) : undefined;
    return list.set({ [field.name]: days?.from_date ?? null, [field.until]: days?.to_date ?? null });
  };
  return (
    <>
      <Popover
        open={open}
        // a single filter needs no search
        onOpenChange={(next) =>
          next ? show(filters.length === 1 ? (filters[0] ?? null) : null) : setOpen(false)
        }
        label={t('kit:filter.label')}
        className={chosen ? (chosen.until ? 'w-auto!' : undefined) : 'p-0'}
        trigger={
          <Button icon={<Plus />} onPointerEnter={warm} onFocus={warm}>
            {t('kit:filter.label')}
          </Button>
        }
      >
        {chosen ? (
          <>
            {chosen.until ? (
              <PeriodInput
                values={values}
                from={chosen.name}
                until={chosen.until}
                onSet={(days) => {
                  list.set(days);
                  setOpen(false);
                }}
              />
            ) : (
              <Field label={t(chosen.label)}>
                <FilterInput
                  field={chosen}
                  value={values[chosen.name]}
                  onChange={(value) => {
                    set(chosen, value);
                    // a choice is complete; an amount or a day is still being typed
                    if (chosen.kind !== 'money' && chosen.kind !== 'day') setOpen(false);
                  }}
                />
              </Field>
            )}
            {filters.length > 1 ? (
              <Button
                variant="ghost"
                size="sm"
                className="mt-2 -ms-2"
                icon={<ChevronLeft className="rtl:-scale-x-100" />}
                onClick={() => setChosen(null)}
              >
                {t('kit:filter.all')}
              </Button>
            ) : null}
          </>
        ) : (
          <Suspense fallback={<Spinner label={t('common:state.loading')} className="m-4" />}>
            <FindFilter
              filters={filters}
              onField={setChosen}
              onValue={(field, value, isLast) => {
                set(field, value);
                if (isLast) setOpen(false);
              }}
            />
          </Suspense>
        )}
      </Popover>
      {active.map((field) => (
        <Chip
          key={field.name}
          onClick={() => show(field)}
          onRemove={() => set(field, null)}
          removeLabel={t('kit:filter.remove', { name: t(field.label) })}
        >
          <span className="text-muted">{t(field.label)}:</span>{' '}
          {field.until ? (
            <PeriodText from={values[field.name]} to={values[field.until]} />
          ) : (
            <Cell of={field} row={values} />
          )}
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

type PeriodInputProps = {
  values: FilterValues;
  from: string;
  until: string;
  onSet: (days: Readonly<Record<string, string | null>>) => void;
};

/** The range of days between two filters. */
const PeriodInput = ({ values, from, until, onSet }: PeriodInputProps) => {
  const presets = useDayPresets();
  const days = { from: String(values[from] ?? ''), to: String(values[until] ?? '') };
  const set = (first: string, last: string) => onSet({ [from]: first || null, [until]: last || null });
  return (
    <RangePanel
      days={days}
      calendar={presets.calendar}
      presets={presets.list(days)}
      onPreset={(name) => {
        const range = presets.find(name);
        if (range) set(range.from_date, range.to_date);
      }}
      onApply={(chosen) => set(chosen.from, chosen.to)}
    />
  );
};

/** A range of days as text; one of them may be missing. */
const PeriodText = ({ from, to }: { from: FilterValue | undefined; to: FilterValue | undefined }) => {
  const { t } = useTranslation('kit');
  const { date, days } = useFormat();
  const [first, last] = [String(from ?? ''), String(to ?? '')];
  if (last === '') return <bdi>{t('date.from', { day: date(first) })}</bdi>;
  if (first === '') return <bdi>{t('date.until', { day: date(last) })}</bdi>;
  return <bdi>{first === last ? date(first) : days(first, last)}</bdi>;
};

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
    return (
      <DayInput
        value={String(value ?? '')}
        onChange={(day) => {
          if (day === '' || isValidLocalDate(day)) onChange(day === '' ? null : day);
        }}
      />
    );
  }
  return (
    <Select
      value={value === undefined ? '' : String(value)}
      onChange={(next) => onChange(next === '' ? null : next)}
      options={[
        { value: '', label: t('kit:filter.any') },
        ...getFilterOptions(field).map((option) => ({ value: String(option.value), label: t(option.label) })),
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
