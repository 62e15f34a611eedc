import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DayInput } from '../kit/dates/day-input.tsx';
import {
  Combobox,
  type ComboboxOption,
  Input,
  MultiCombobox,
  NumberInput,
  SearchInput,
  Select,
  Textarea,
} from '../ui/index.ts';
import { initTexts } from './i18n.ts';
import { settleScan, useScanAnywhere } from './scan-anywhere.ts';
import { useScanGuard } from './scan-guard.ts';

const CODE = '6291041500213';
const SPEEDS = [5, 60, 120];
const ENDS = ['Enter', 'Tab'];
const scanned = vi.fn();
const changed = vi.fn();
const submitted = vi.fn();
let now = 0;

const suppliers: ComboboxOption[] = ['Farm 6', '62', '6291041500213 Dairy'].map((label, at) => ({
  value: String(at),
  label,
}));

/** Types signs into the focused element as a browser does, with `gap` milliseconds between them. */
function scan(gap: number, end: string) {
  for (const [index, sign] of [...CODE, end].entries()) {
    const on = document.activeElement ?? document.body;
    const event = createEvent.keyDown(on, { key: sign, code: sign.length === 1 ? `Digit${sign}` : sign });
    now += index === 0 ? 1_000 : gap;
    Object.defineProperty(event, 'timeStamp', { value: now });
    if (!fireEvent(on, event)) continue;
    if (sign === 'Enter' && on instanceof HTMLInputElement && on.form) fireEvent.submit(on.form);
    if (sign === 'Enter' && on instanceof HTMLButtonElement) on.click();
    if (sign === 'Tab' && on instanceof HTMLElement) on.blur();
    if (sign.length > 1) continue;
    if (on instanceof HTMLSelectElement && [...on.options].some(({ value }) => value === sign))
      fireEvent.change(on, { target: { value: sign } });
    else if (on instanceof HTMLInputElement || on instanceof HTMLTextAreaElement)
      fireEvent.input(on, { target: { value: on.value + sign } });
  }
}

const Form = () => {
  useScanGuard();
  useScanAnywhere((code, boxed) => {
    if (settleScan(code, boxed, true)) scanned(code);
  });
  const [text, setText] = useState<Record<string, string>>({
    number: '2.50',
    date: '2026-11-28',
    search: 'milk',
    select: '30',
    native: '3',
  });
  const put = (name: string) => (value: string) => setText((all) => ({ ...all, [name]: value }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <Input aria-label="text" defaultValue="INV-7" />
      <Textarea aria-label="note" defaultValue="Back door" />
      <NumberInput aria-label="number" value={text.number ?? ''} onChange={put('number')} />
      <DayInput aria-label="date" value={text.date ?? ''} onChange={put('date')} />
      <SearchInput label="search" clearLabel="Clear" value={text.search ?? ''} onChange={put('search')} />
      <Select
        aria-label="select"
        value={text.select}
        onChange={put('select')}
        options={['30', '60', '90'].map((value) => ({ value, label: value }))}
      />
      <select aria-label="native" value={text.native} onChange={(event) => put('native')(event.target.value)}>
        {['3', '6', '9'].map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
      {(['picker', 'empty picker', 'server picker'] as const).map((name) => (
        <Combobox
          key={name}
          aria-label={name}
          value={name === 'picker' ? (suppliers[0] ?? null) : null}
          onChange={changed}
          options={suppliers}
          onSearch={name === 'server picker' ? () => undefined : undefined}
          emptyText="Nothing"
        />
      ))}
      <MultiCombobox
        aria-label="several"
        value={suppliers.slice(0, 1)}
        onChange={changed}
        options={suppliers}
        emptyText="Nothing"
        removeLabel={({ label }) => label}
      />
    </form>
  );
};

const field = (name: string) =>
  screen.getByLabelText<HTMLInputElement | HTMLSelectElement | HTMLButtonElement>(name);
/** Returns what a field shows: its value, or the text of the chosen option. */
const shown = (name: string) => {
  const of = field(name);
  const value = of instanceof HTMLButtonElement ? '' : of.value;
  return value === '' ? of.textContent : value;
};

beforeAll(() => initTexts(['kit']));
afterEach(() => vi.clearAllMocks());

const NAMES = ['text', 'note', 'number', 'date', 'search', 'select', 'native'];
const PICKERS = ['picker', 'empty picker', 'server picker', 'several'];
const runs = SPEEDS.flatMap((gap) => ENDS.map((end) => [gap, end] as const));

describe.each(runs)('a scan of %d ms a character with %s at its end', (gap, end) => {
  const expectScanOnly = (name: string, before: string | null) => {
    expect(scanned.mock.calls).toEqual([[CODE]]);
    expect(shown(name)).toBe(before);
    expect(changed).not.toHaveBeenCalled();
    expect(submitted).not.toHaveBeenCalled();
  };

  it.each([...NAMES, ...PICKERS])('a scan adds its item while the focus is in the field: %s', (name) => {
    render(<Form />);
    const before = shown(name);
    field(name).focus();
    scan(gap, end);
    expectScanOnly(name, before);
    expect(screen.queryByRole('listbox')).toBeNull();
    if (end === 'Enter') expect(document.activeElement).toBe(field(name));
  });

  it.each(PICKERS)('a scan adds its item and selects nothing while the list is open: %s', (name) => {
    render(<Form />);
    const before = shown(name);
    field(name).focus();
    fireEvent.keyDown(field(name), { key: 'ArrowDown' });
    expect(screen.getByRole('listbox')).not.toBeNull();
    scan(gap, end);
    expectScanOnly(name, before);
  });

  it('a scan leaves the half-typed word of an open picker', () => {
    render(<Form />);
    field('picker').focus();
    fireEvent.input(field('picker'), { target: { value: 'Fa' } });
    scan(gap, 'Enter');
    expectScanOnly('picker', 'Fa');
  });
});

it('letters typed by a person on a choice still select an option', async () => {
  render(<Form />);
  field('select').focus();
  await screen.findByText('60', { selector: 'option' });
  fireEvent.keyDown(field('select'), { key: '6', code: 'Digit6' });
  await vi.waitFor(() => expect(shown('select')).toBe('60'), 10_000);
});
