import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { mockServer, renderApp } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import type { Receipt } from './line.ts';
import { ReceiptLines } from './read-lines.tsx';

const lineAt = (id: number, facts: object = {}) => ({
  ...{ id, product_id: id, item_id: id, title: `Dates ${id}`, barcode: `40000000${id}`, pack_quantity: 1 },
  ...{ branch_id: 1, branch_name: 'Al Sadd', quantity: 11, cost_value: 2.5, cost_value_before_discount: 2.5 },
  ...{ expire_date: null, net: 27.5, batch_id: null, remaining_quantity: null },
  ...facts,
});

async function open(items: readonly object[], isPhone = false) {
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener() {}, removeEventListener() {} }));
  mockServer({});
  await initTexts(['receipt', 'fields']);
  const receipt = { items, lines_count: items.length, quantity: 11, currency: 'QAR' } as unknown as Receipt;
  await renderApp({ '/': <ReceiptLines of={receipt}>Amounts</ReceiptLines> }, '/');
  return screen.findByRole(isPhone ? 'list' : 'table', { name: 'Lines' });
}

afterEach(() => vi.unstubAllGlobals());

it('the table of a receipt has a column only for what its lines have', async () => {
  const listHeads = (table: HTMLElement) =>
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
  expect(listHeads(await open([lineAt(1)]))).toEqual(['Item', 'Quantity', 'Cost', 'Total']);
});

it('a unit cost has all its decimals, after the cost before its discount', async () => {
  const table = await open([lineAt(1, { cost_value: 2.4375, cost_value_before_discount: 2.5 })]);
  within(table).getByText('2.4375');
  expect(within(table).getByText('2.50').closest('s')).toBeTruthy();
});

it('on a phone a line is a card with quantity, cost, expiry, branch and what is left', async () => {
  const facts = { expire_date: '2031-03-31', remaining_quantity: 9 };
  const list = await open([lineAt(1, facts), lineAt(2, { branch_id: 2, branch_name: 'The Pearl' })], true);
  const [card] = within(list).getAllByRole('listitem');
  const terms = within(card as HTMLElement)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
  expect(terms).toEqual([
    'Quantity: 11',
    'Cost: 2.50',
    'In stock: 9',
    'Expiry date: 31 Mar 2031',
    'Branch: Al Sadd',
  ]);
});

it('a long receipt shows its first lines on a phone, and all of them on demand', async () => {
  const list = await open(
    Array.from({ length: 30 }, (_, at) => lineAt(at + 1)),
    true,
  );
  expect(within(list).getAllByRole('listitem')).toHaveLength(20);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 30 lines' }));
  expect(within(list).getAllByRole('listitem')).toHaveLength(30);
});
