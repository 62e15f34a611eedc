import { type ReactNode, Suspense, use, useState } from 'react';
import type { RefNoun } from '../../lib/fact.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import {
  type PickOption,
  rememberPick,
  toPickOption,
  useNamedRecords,
  usePickListSearch,
  usePickOption,
  usePickOptions,
} from '../../lib/list/pick-list.ts';
import type { FilterValues } from '../../lib/list/update-list-url.ts';
import { lazyChunk } from '../../lib/server/lazy-chunk.ts';
import { useSession } from '../../lib/server/session.ts';
import { Combobox, type ComboboxOption, MultiCombobox } from '../../ui/index.ts';
import { FormIdContext } from '../form/form-id.ts';
import { findCreatable } from './creatable.ts';

const CreateDialog = lazyChunk(() => import('./create-dialog.tsx'));

export type RefPickerProps = {
  to: RefNoun;
  value: number | null;
  onChange: (id: number | null) => void;
  /** Limits the offered records, such as `{ type: 0, parent_id: 4 }`. */
  fixed?: FilterValues;
  placeholder?: string;
  disabled?: boolean;
  /** Also offers to create a new record, if the user has the permission. */
  create?: boolean;
  /** Shown where nothing is found, in place of the general text. */
  emptyText?: string;
  /** The accessible name, when no Field provides one. */
  'aria-label'?: string;
};

const toOption = ({ id, text, hint }: PickOption): ComboboxOption => ({
  value: String(id),
  label: text,
  ...(hint ? { hint: <bdi>{hint}</bdi> } : {}),
});

type CreateOptionProps = {
  to: RefNoun;
  isOffered: boolean;
  typed: string;
  fixed: FilterValues;
  picks: readonly PickOption[];
  loading: boolean;
  onCreated: (id: number) => void;
};

/** The value of the option that creates a record. */
const NEW = 'new';

/**
 * Returns the option that creates a record (for users with the permission) and the dialog it opens. Not offered inside
 * a dialog, because two dialogs cannot be open at once, nor for a name that exists: then the records that have it are
 * options, disabled where they do not fit the picker. `loading` until that is known.
 */
function useCreateOption({ to, isOffered, typed, fixed, picks, loading, onCreated }: CreateOptionProps) {
  const { t } = useTranslation('kit');
  const { can } = useSession();
  const isInDialog = use(FormIdContext) !== '';
  const [start, setStart] = useState<string | null>(null);
  const creatable = isOffered && !isInDialog ? findCreatable(to) : undefined;
  const canCreate = creatable !== undefined && can(creatable.save);
  const named = useNamedRecords(canCreate ? creatable.noun : null, typed);
  const label =
    typed === ''
      ? t(`picker.new.${to}`, { defaultValue: '' })
      : t('picker.new_of', { what: t(`picker.new.${to}`, { defaultValue: '' }), name: isolateBidi(typed) });
  const isNew = typed === '' || (!loading && named.isFree);
  const fits = (row: object) =>
    Object.entries(fixed).every(([filter, value]) => (row as FilterValues)[filter] === value);
  const others: ComboboxOption[] = named.rows
    .filter(({ id }) => !picks.some((pick) => pick.id === id))
    .map((row) => ({
      ...toOption(toPickOption(row)),
      ...(fits(row) ? {} : { disabled: true, hint: t('picker.exists') }),
    }));
  const options = canCreate && isNew ? [...others, { value: NEW, label }] : others;
  const dialog: ReactNode =
    start === null ? null : (
      <Suspense>
        <CreateDialog
          to={to}
          typed={start}
          onCreated={(id) => {
            rememberPick(to, id);
            onCreated(id);
          }}
          onClose={() => setStart(null)}
        />
      </Suspense>
    );
  return { options, dialog, loading: loading || named.loading, open: () => setStart(typed) };
}

/** Picks one record of another noun. */
export const RefPicker = ({ to, value, onChange, fixed = {}, create = false, ...rest }: RefPickerProps) => {
  const { t } = useTranslation('kit');
  const { picks, typed, ...list } = usePickListSearch(to, fixed);
  const picked = usePickOption(to, value);
  const current = value === null ? null : toOption(picked ?? { id: value, text: '…' });
  const { loading } = list;
  const creation = useCreateOption({
    ...{ to, typed, fixed, picks, loading },
    isOffered: create,
    onCreated: onChange,
  });
  return (
    <>
      <Combobox
        {...rest}
        {...list}
        loading={creation.loading}
        options={[...picks.map(toOption), ...creation.options]}
        value={current}
        onChange={(option) => {
          if (option?.value === NEW) return creation.open();
          if (option) rememberPick(to, Number(option.value));
          onChange(option ? Number(option.value) : null);
        }}
        emptyText={rest.emptyText ?? t('picker.empty')}
        clearLabel={t('picker.clear')}
        placeholder={rest.placeholder ?? t('picker.search')}
      />
      {creation.dialog}
    </>
  );
};

export type RefsPickerProps = Omit<RefPickerProps, 'value' | 'onChange'> & {
  value: readonly number[];
  onChange: (ids: number[]) => void;
};

/** Picks several records of another noun. */
export const RefsPicker = ({ to, value, onChange, fixed = {}, create = false, ...rest }: RefsPickerProps) => {
  const { t } = useTranslation('kit');
  const { picks, typed, ...list } = usePickListSearch(to, fixed);
  const selected = usePickOptions(to, value).map(toOption);
  const { loading } = list;
  const creation = useCreateOption({
    ...{ to, typed, fixed, picks, loading },
    isOffered: create,
    onCreated: (id) => onChange([...value, id]),
  });
  return (
    <>
      <MultiCombobox
        {...rest}
        {...list}
        loading={creation.loading}
        options={[...picks.map(toOption), ...creation.options]}
        value={selected}
        onChange={(options) => {
          if (options.some((option) => option.value === NEW)) return creation.open();
          const ids = options.map((option) => Number(option.value));
          const added = ids.find((id) => !value.includes(id));
          if (added !== undefined) rememberPick(to, added);
          onChange(ids);
        }}
        emptyText={rest.emptyText ?? t('picker.empty')}
        removeLabel={(option) => t('picker.remove', { name: option.label })}
        placeholder={rest.placeholder ?? t('picker.search')}
      />
      {creation.dialog}
    </>
  );
};
