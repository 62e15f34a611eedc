import { Search, X } from 'lucide-react';
import { cx } from '../cx.ts';
import { Input } from './input.tsx';

export type SearchInputProps = {
  value: string;
  onChange: (text: string) => void;
  /** The accessible name and placeholder. */
  label: string;
  clearLabel: string;
  className?: string | undefined;
};

/** A search box; Escape clears it, a second Escape leaves it. The `/` shortcut finds it by `data-search`. */
export const SearchInput = ({ value, onChange, label, clearLabel, className }: SearchInputProps) => (
  <Input
    data-search
    type="search"
    dir="auto"
    maxLength={200}
    aria-label={label}
    placeholder={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    onKeyDown={(event) => {
      if (event.key === 'Escape' && value !== '') onChange('');
      else if (event.key === 'Escape') event.currentTarget.blur();
    }}
    start={<Search aria-hidden="true" />}
    end={
      value === '' ? undefined : (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={() => onChange('')}
          className="hit pointer-events-auto grid size-6 place-items-center rounded-sm hover:text-ink"
        >
          <X className="size-3.5" />
        </button>
      )
    }
    className={cx('[&_input::-webkit-search-cancel-button]:hidden', className)}
  />
);
