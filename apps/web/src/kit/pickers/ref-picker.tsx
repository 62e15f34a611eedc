import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useBranch } from '../../lib/branch.ts';
import { useDebounced } from '../../lib/debounced.ts';
import type { InputOf } from '../../lib/endpoint.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { Values } from '../../lib/list-address.ts';
import { readOnce, useRead } from '../../lib/read.ts';
import { Combobox, type ComboboxOption, MultiCombobox } from '../../ui/index.ts';
import type { RefNoun } from '../fact.ts';
import { usePicked } from './ref-text.tsx';
import { keepRecent, type Picked, pickedOf, pickInput, recentOf, refs } from './refs.ts';

export type RefPickerProps = {
  to: RefNoun;
  value: number | null;
  onChange: (id: number | null) => void;
  /** Narrows what can be picked: `{ type: 0, parent_id: 4 }`. */
  fixed?: Values;
  placeholder?: string;
  disabled?: boolean;
  /** Where no Field names it. */
  'aria-label'?: string;
};

const optionOf = ({ id, text, hint }: Picked): ComboboxOption => ({
  value: String(id),
  label: text,
  ...(hint ? { hint: <bdi dir="ltr">{hint}</bdi> } : {}),
});

/** Searches a pick-list on the server, 50 rows at a time; what was picked lately stands first. */
export function usePickList(to: RefNoun, fixed: Values) {
  const { endpoint } = refs[to];
  const [asked, setAsked] = useState<string | null>(null);
  const keywords = useDebounced(asked ?? '', 200);
  const input = pickInput(to, keywords, fixed) as InputOf<typeof endpoint>;
  const read = useRead(endpoint, input, { enabled: asked !== null });
  const rows = ((read.results ?? []) as Parameters<typeof pickedOf>[0][]).map(pickedOf);
  const recent = keywords ? [] : recentOf(to);
  const rank = (id: number) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return {
    options: rows.toSorted((a, b) => rank(a.id) - rank(b.id)).map(optionOf),
    loading: asked !== null && (read.isFetching || asked !== keywords),
    onSearch: setAsked,
  };
}

/** One record of another noun. */
export const RefPicker = ({ to, value, onChange, fixed = {}, ...rest }: RefPickerProps) => {
  const { t } = useTranslation('kit');
  const list = usePickList(to, fixed);
  const picked = usePicked(to, value);
  const current = value === null ? null : optionOf(picked ?? { id: value, text: '…' });
  return (
    <Combobox
      {...rest}
      {...list}
      value={current}
      onChange={(option) => {
        if (option) keepRecent(to, Number(option.value));
        onChange(option ? Number(option.value) : null);
      }}
      emptyText={t('picker.empty')}
      clearLabel={t('picker.clear')}
      placeholder={rest.placeholder ?? t('picker.search')}
    />
  );
};

export type RefsPickerProps = Omit<RefPickerProps, 'value' | 'onChange'> & {
  value: readonly number[];
  onChange: (ids: number[]) => void;
};

/** Several records of another noun. */
export const RefsPicker = ({ to, value, onChange, fixed = {}, ...rest }: RefsPickerProps) => {
  const { t } = useTranslation('kit');
  const branch = useBranch();
  const list = usePickList(to, fixed);
  const { endpoint } = refs[to];
  const picked = useQueries({
    queries: value.map((id) => ({
      // under the noun, so that a write to it reads the name again
      queryKey: [to, 'picked', id],
      queryFn: () => readOnce(endpoint, { id, limit: 1 } as InputOf<typeof endpoint>, branch),
    })),
  });
  const chosen = value.map((id, index): ComboboxOption => {
    const rows = (picked[index]?.data?.results ?? []) as Parameters<typeof pickedOf>[0][];
    const row = rows.find((one) => one.id === id);
    return optionOf(row ? pickedOf(row) : { id, text: '…' });
  });
  return (
    <MultiCombobox
      {...rest}
      {...list}
      value={chosen}
      onChange={(options) => {
        const ids = options.map((option) => Number(option.value));
        const added = ids.find((id) => !value.includes(id));
        if (added !== undefined) keepRecent(to, added);
        onChange(ids);
      }}
      emptyText={t('picker.empty')}
      removeLabel={(option) => t('picker.remove', { name: option.label })}
      placeholder={rest.placeholder ?? t('picker.search')}
    />
  );
};
