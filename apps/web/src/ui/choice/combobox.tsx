import { ChevronDown, X } from 'lucide-react';
import { cx } from '../cx.ts';
import { Spinner } from '../display/spinner.tsx';
import { useField } from '../field/field.tsx';
import { controlBoxClass, controlClass } from '../text-input/input.tsx';
import { getTokenDirection } from '../text-input/text-direction.ts';
import {
  type ComboboxOption,
  ComboboxPanel,
  type ComboboxShared,
  useComboboxList,
} from './combobox-list.tsx';

export type ComboboxProps<O extends ComboboxOption> = ComboboxShared<O> & {
  value: O | null;
  onChange: (value: O | null) => void;
  /** The label of the clear button; without it the value can only be replaced. */
  clearLabel?: string | undefined;
};

/** Picks one option by typing; a server may supply the options while the user types. */
export const Combobox = <O extends ComboboxOption>({
  value,
  onChange,
  options,
  onSearch,
  loading = false,
  emptyText,
  clearLabel,
  placeholder,
  ...rest
}: ComboboxProps<O>) => {
  const fieldProps = useField(rest);
  const list = useComboboxList(options, onSearch, loading, (option) => {
    onChange(option);
    list.show(false);
  });
  const clearable = clearLabel && value && !rest.disabled;
  const text = list.text ?? value?.label ?? '';
  const direction = getTokenDirection(text || value?.label);
  return (
    <ComboboxPanel
      list={list}
      isSelected={(option) => option.value === value?.value}
      loading={loading}
      emptyText={emptyText}
    >
      <div className="relative">
        <input
          {...fieldProps}
          {...list.inputProps}
          placeholder={value?.label ?? placeholder}
          value={text}
          dir={direction}
          onChange={(event) => list.type(event.target.value)}
          onFocus={(event) => event.target.select()}
          className={cx(
            controlClass,
            'h-control truncate',
            clearable ? 'ps-2.5 pe-14' : 'ps-2.5 pe-8',
            // on a right-to-left page the button stays at the page's end, which is the start of a left-to-right box
            direction && cx('rtl:pe-2.5 rtl:text-end', clearable ? 'rtl:ps-14' : 'rtl:ps-8'),
          )}
        />
        <span className="pointer-events-none absolute inset-y-0 end-0 flex items-center gap-1 pe-2 text-subtle">
          {clearable ? (
            <button
              type="button"
              aria-label={clearLabel}
              onClick={() => {
                onChange(null);
                list.box.current?.focus();
              }}
              className="hit pointer-events-auto grid size-6 place-items-center rounded-sm hover:text-ink"
            >
              <X className="size-3.5" />
            </button>
          ) : null}
          {loading && list.open ? <Spinner /> : <ChevronDown aria-hidden="true" className="size-4" />}
        </span>
      </div>
    </ComboboxPanel>
  );
};

export type MultiComboboxProps<O extends ComboboxOption> = ComboboxShared<O> & {
  value: readonly O[];
  onChange: (value: O[]) => void;
  /** The label of a chip's remove button. */
  removeLabel: (option: O) => string;
};

/** Picks several options; each is a chip that can be removed. */
export const MultiCombobox = <O extends ComboboxOption>({
  value,
  onChange,
  options,
  onSearch,
  loading = false,
  emptyText,
  removeLabel,
  placeholder,
  ...rest
}: MultiComboboxProps<O>) => {
  const fieldProps = useField(rest);
  const has = (option: O) => value.some((selected) => selected.value === option.value);
  const drop = (option: O) => onChange(value.filter((selected) => selected.value !== option.value));
  const list = useComboboxList(options, onSearch, loading, (option) => {
    if (has(option)) drop(option);
    else onChange([...value, option]);
    if (list.text) list.type('');
  });
  const last = value.at(-1);
  return (
    <ComboboxPanel list={list} isSelected={has} loading={loading} emptyText={emptyText}>
      <div className={cx(controlBoxClass, 'min-h-control flex-wrap gap-1 p-1')}>
        {value.map((option) => (
          <span
            key={option.value}
            className="inline-flex min-h-6 max-w-full items-center gap-0.5 rounded-sm bg-secondary-soft ps-2 text-sm"
          >
            <bdi className="truncate">{option.label}</bdi>
            <button
              type="button"
              aria-label={removeLabel(option)}
              disabled={rest.disabled}
              onClick={() => {
                drop(option);
                list.box.current?.focus();
              }}
              className="grid size-6 place-items-center rounded-sm text-subtle hover:text-ink"
            >
              <X className="size-3.5" />
            </button>
          </span>
        ))}
        <input
          {...fieldProps}
          {...list.inputProps}
          placeholder={value.length === 0 ? placeholder : undefined}
          value={list.text ?? ''}
          dir={getTokenDirection(list.text)}
          onChange={(event) => list.type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && !list.text && last) drop(last);
            list.inputProps.onKeyDown(event);
          }}
          className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
        />
        {loading && list.open ? <Spinner className="me-1 size-4 text-subtle" /> : null}
      </div>
    </ComboboxPanel>
  );
};
