import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { i18n, initTexts, setLocale } from '../lib/i18n.ts';
import { listHoldings } from '../lib/ways-out.ts';
import WaysOut from './ways-out.tsx';

beforeAll(() => initTexts(['kit']));

it('the dialog of a refused delete shows each number once with its link', () => {
  const params = { units: 7, orders: 2, drawers: 1, count: 0 };
  const ways = listHoldings({ code: 'branch.in_use', params }, 4);
  render(
    <MemoryRouter>
      <WaysOut of={{ message: '', ways }} />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/products/transfers/new?from=4', '/orders?branch_id=4&under_way=1']);
});

const GUARDS: readonly (readonly [code: string, params: object, lines: readonly string[]])[] = [
  ['branch.in_use', { units: 1200.5, orders: 3, drawers: 1, count: 14 }, ['1,200.5', '3', '1', '14']],
  ['product.in_use', { units: 8, reserved: 3 }, ['8', '3']],
  ['till.in_use', { device_id: 9, name: 'Front' }, ['\u2068Front\u2069']],
  ['account.in_use', { orders: 5, drawers: 2 }, ['5', '2']],
  [
    'account.holds_cash',
    {
      amounts: [
        { currency: 'QAR', amount: 18.5 },
        { currency: 'KWD', amount: 2.125 },
      ],
    },
    ['18.50', '2.125'],
  ],
  ['order_status.in_use', { count: 7 }, ['7']],
  ['role.in_use', { count: 2 }, ['2']],
  ['brand.in_use', { count: 21 }, ['21']],
  ['tax_type.in_use', { count: 4 }, ['4']],
  ['supplier.in_use', { count: 6 }, ['6']],
  ['payment_method.in_use', { count: 9 }, ['9']],
  ['delivery_method.in_use', { count: 10 }, ['10']],
];

describe.each(['en', 'ar'] as const)('in %s', (locale) => {
  it.each(GUARDS)('the dialog of %s shows its numbers in complete words', async (code, params, amounts) => {
    await setLocale(locale);
    const ways = listHoldings({ code: code as never, params: params as Record<string, unknown> }, 4);
    render(
      <MemoryRouter>
        <WaysOut of={{ message: '', ways }} />
      </MemoryRouter>,
    );
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent ?? '');
    expect(rows).toHaveLength(amounts.length);
    for (const [at, { key }] of ways.entries()) {
      expect(rows[at]).toContain(i18n.t(`kit:in_use.${key}`, { amount: '' }).trim());
      expect(rows[at]).toContain(amounts[at]);
      expect(rows[at]).toContain(i18n.t(`kit:in_use.${key}_way`));
    }
  });
});
