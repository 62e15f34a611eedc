import type { RefNoun } from '../../lib/fact.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { FilterValues } from '../../lib/list/list-url.ts';
import {
  type PickOption,
  rememberPick,
  useManyPicked,
  usePickListSearch,
  usePickOption,
} from '../../lib/list/pick-list.ts';
import { Combobox, type ComboboxOption, MultiCombobox } from '../../ui/index.ts';

export type RefPickerProps = {
  to: RefNoun;
  value: number | null;
  onChange: (id: number | null) => void;
  /** Limits the offered records, such as `{ type: 0, parent_id: 4 }`. */
  fixed?: FilterValues;
  placeholder?: string;
  disabled?: boolean;
  /** The accessible name, where no Field gives one. */
  'aria-label'?: string;
};

const optionOf = ({ id, text, hint }: PickOption): ComboboxOption => ({
  value: String(id),
  label: text,
  ...(hint ? { hint: <bdi>{hint}</bdi> } : {}),
});

/** Picks one record of another noun. */
export const RefPicker = ({ to, value, onChange, fixed = {}, ...rest }: RefPickerProps) => {
  const { t } = useTranslation('kit');
  const { picks, ...list } = usePickListSearch(to, fixed);
  const picked = usePickOption(to, value);
  const current = value === null ? null : optionOf(picked ?? { id: value, text: '…' });
  return (
    <Combobox
      {...rest}
      {...list}
      options={picks.map(optionOf)}
      value={current}
      onChange={(option) => {
        if (option) rememberPick(to, Number(option.value));
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

/** Picks several records of another noun. */
export const RefsPicker = ({ to, value, onChange, fixed = {}, ...rest }: RefsPickerProps) => {
  const { t } = useTranslation('kit');
  const { picks, ...list } = usePickListSearch(to, fixed);
  const chosen = useManyPicked(to, value).map(optionOf);
  return (
    <MultiCombobox
      {...rest}
      {...list}
      options={picks.map(optionOf)}
      value={chosen}
      onChange={(options) => {
        const ids = options.map((option) => Number(option.value));
        const added = ids.find((id) => !value.includes(id));
        if (added !== undefined) rememberPick(to, added);
        onChange(ids);
      }}
      emptyText={t('picker.empty')}
      removeLabel={(option) => t('picker.remove', { name: option.label })}
      placeholder={rest.placeholder ?? t('picker.search')}
    />
  );
};
