import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { formatNumber, formatPercent, isolateToken } from '../../lib/format.ts';
import { initTexts } from '../../lib/i18n.ts';
import { Combobox, Input, MultiCombobox, SearchInput, Select, UiProvider } from '../../ui/index.ts';
import { defineFields } from '../index.ts';
import { Cell } from './cell.tsx';

beforeAll(() => initTexts(['kit', 'fields']));

const TOKENS = [
  '+974 5512 3456',
  '-351.07',
  '\u2212351.07',
  '+351.07',
  '#12',
  '6291041500213',
  '2026-11-28',
  '10:30–12:00',
];
const nothing = () => undefined;
const rtl = (children: React.ReactNode) =>
  render(
    <div dir="rtl">
      <UiProvider dir="rtl">{children}</UiProvider>
    </div>,
  );

it.each(TOKENS)('every input of the kit writes %s from left to right on an Arabic page', (token) => {
  const option = { value: '1', label: token };
  rtl(
    <>
      <Input aria-label="input" value={token} onChange={nothing} />
      <SearchInput label="search" clearLabel="x" value={token} onChange={nothing} />
      <Combobox aria-label="picker" value={option} options={[option]} onChange={nothing} emptyText="" />
    </>,
  );
  for (const name of ['input', 'picker']) expect(screen.getByLabelText(name).getAttribute('dir')).toBe('ltr');
  // the browser finds the direction of a search by its text
  expect(screen.getByLabelText('search').getAttribute('dir')).toMatch(/ltr|auto/);
});

it.each(TOKENS)('every option and chip of the kit isolates the direction of %s', (token) => {
  const option = { value: '1', label: token };
  rtl(
    <>
      <MultiCombobox
        aria-label="chips"
        value={[option]}
        options={[option]}
        onChange={nothing}
        emptyText=""
        removeLabel={() => 'x'}
      />
      <Select aria-label="select" value="1" options={[option]} onChange={nothing} />
    </>,
  );
  for (const shown of screen.getAllByText(token))
    expect(shown.closest('bdi, [dir=ltr], [dir=auto]')).not.toBeNull();
});

it("an Arabic text and an empty input keep the page's direction", () => {
  rtl(
    <>
      <Input aria-label="name" value="أمل 12" onChange={nothing} />
      <Input aria-label="empty" value="" onChange={nothing} />
    </>,
  );
  for (const name of ['name', 'empty']) expect(screen.getByLabelText(name).getAttribute('dir')).toBeNull();
});

it('every cell of the kit isolates the direction of its value', () => {
  const fields = defineFields({
    phone: { kind: 'code', mode: 'tel' },
    amount: { kind: 'money' },
    count: { kind: 'integer' },
    rate: { kind: 'percent' },
    day: { kind: 'day' },
    name: { kind: 'text' },
  });
  const row = {
    id: 1,
    phone: '+97455123456',
    amount: -351.07,
    count: -12,
    rate: -5,
    day: '2026-11-28',
    name: '#12',
  };
  rtl(
    Object.values(fields).map((field) => (
      <p key={field.name}>
        <Cell of={field} row={row} />
      </p>
    )),
  );
  for (const line of document.querySelectorAll('p'))
    expect(line.querySelector('bdi')?.textContent).toBe(line.textContent);
});

it('a signed number in Arabic keeps its direction in titles, charts and toasts', () => {
  const ar = { locale: 'ar' as const };
  expect(formatNumber(351.07, ar, { signDisplay: 'exceptZero' })).toBe('\u2066+351.07\u2069');
  expect(formatNumber(-12, ar)).toBe('\u2066\u221212\u2069');
  expect(formatPercent(-5, ar)).toMatch(/^\u2066\u22125.*%.*\u2069$/u);
  expect(formatNumber(-2400, ar, { notation: 'compact' })).toBe('\u2066\u22122.4\u2069\u00a0ألف');
  expect(formatNumber(-12, { locale: 'en' })).toBe('\u221212');
  expect([isolateToken('#12'), isolateToken('أمل')]).toEqual(['\u2068#12\u2069', 'أمل']);
});
