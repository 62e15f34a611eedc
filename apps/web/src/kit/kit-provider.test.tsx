import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Combobox, MultiCombobox } from '../ui/index.ts';
import { KitProvider } from './kit-provider.tsx';

const SPELLINGS: [string, string][] = [
  ['ا', 'أحمد'],
  ['احمد', 'أحمد'],
  ['إيمان', 'ايمان'],
  ['مصطفي', 'مصطفى'],
  ['فاطمه', 'فاطمة'],
  ['محمد', 'مُحَمَّد'],
  ['15', 'شارع ١٥'],
  ['١٥', 'Street 15'],
  ['strasse', 'Straße'],
];

const SHARED = { emptyText: 'Nothing', 'aria-label': 'Choice', onChange: vi.fn() };

it.each(SPELLINGS)('typing %s finds %s in both comboboxes with fixed options', async (typed, label) => {
  const user = userEvent.setup();
  const options = [label, 'Lusail'].map((text) => ({ value: text, label: text }));
  for (const box of [
    <Combobox key="one" {...SHARED} value={null} options={options} />,
    <MultiCombobox key="many" {...SHARED} value={[]} options={options} removeLabel={() => 'Remove'} />,
  ]) {
    const { unmount } = render(<KitProvider dir="rtl">{box}</KitProvider>);
    await user.type(screen.getByRole('combobox'), typed);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toContain(label);
    unmount();
  }
});
