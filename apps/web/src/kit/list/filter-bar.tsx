import { ListFilter, X } from 'lucide-react';
import { useState } from 'react';
import type { Fact } from '../../lib/fact.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Rowish, Value } from '../../lib/list-address.ts';
import { Button, DateInput, Field, Input, Popover, Select } from '../../ui/index.ts';
import { Cell } from '../kinds/cell.tsx';
import { RefPicker } from '../pickers/ref-picker.tsx';
import type { List } from './use-list.ts';

/** The filters of a list: what is set as chips, all of them behind one button. A filter is a fact. */
export function FilterBar<R extends Rowish>({ list, filters }: { list: List<R>; filters: readonly Fact[] }) {
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
        <span
          key={of.name}
          className="inline-flex min-h-control-sm items-center gap-1 rounded-md bg-primary-soft ps-2.5 text-sm"
        >
          <button type="button" onClick={() => setOpen(true)} className="hit rounded-sm">
            <span className="text-muted">{t(of.label)}:</span> <Cell of={of} row={values} />
          </button>
          <button
            type="button"
            aria-label={t('kit:filter.remove', { name: t(of.label) })}
            onClick={() => list.set({ [of.name]: null })}
            className="grid size-6 place-items-center rounded-sm text-muted hover:text-ink"
          >
            <X className="size-3.5" />
          </button>
        </span>
      ))}
      {active.length > 1 ? (
        <Button variant="ghost" size="sm" onClick={list.clear}>
          {t('kit:gap.clear')}
        </Button>
      ) : null}
    </>
  );
}

type FilterInputProps = { of: Fact; value: Value | undefined; onChange: (value: Value | null) => void };

const FilterInput = ({ of, value, onChange }: FilterInputProps) => {
  const { t } = useTranslation(['kit', 'fields']);
  if (of.kind === 'ref' && of.to) {
    return <RefPicker to={of.to} value={typeof value === 'number' ? value : null} onChange={onChange} />;
  }
  if (of.kind === 'choice' || of.kind === 'flag') {
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
  }
  if (of.kind === 'day') {
    return <DateInput value={String(value ?? '')} onChange={(day) => onChange(day === '' ? null : day)} />;
  }
  return <TextFilter value={String(value ?? '')} onChange={onChange} />;
};

/** Takes effect on Enter and on leaving, so that half a word does not search. */
const TextFilter = ({ value, onChange }: { value: string; onChange: (value: string | null) => void }) => (
  <Input
    key={value}
    defaultValue={value}
    onBlur={(event) => onChange(event.target.value.trim() || null)}
    onKeyDown={(event) => {
      if (event.key === 'Enter') onChange(event.currentTarget.value.trim() || null);
    }}
  />
);
