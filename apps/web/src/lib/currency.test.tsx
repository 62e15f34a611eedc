import { screen } from '@testing-library/react';
import { afterEach, it, vi } from 'vitest';
import { draw, person, serveWith } from '../kit/bench-test-setup.tsx';
import { Cell, Money, MoneySums } from '../kit/kinds/cell.tsx';
import { api } from './api.ts';
import { CurrencyScope } from './currency.ts';

afterEach(() => vi.unstubAllGlobals());

const due = { name: 'due', label: 'fields:due', kind: 'money' } as const;

it("an amount is shown in its record's currency, whatever the shop trades in now", async () => {
  serveWith({ [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }) });
  const order = { currency: 'JPY', due: 1200 };
  await draw(
    {
      '/': (
        <>
          <CurrencyScope of={order}>
            <Cell of={due} row={order} />
            <Money amount={300} />
          </CurrencyScope>
          <Money amount={1.25} currency="KWD" />
          <MoneySums
            of={[
              { currency: 'EUR', total: 20 },
              { currency: 'IQD', total: 3 },
            ]}
          />
        </>
      ),
    },
    '/',
    person,
  );
  for (const text of ['JPY 1,200', 'JPY 300', 'KWD 1.250', 'EUR 20.00', 'IQD 3.000'])
    await screen.findByText(text);
});

it("a record that names no currency is shown in the shop's", async () => {
  serveWith({ [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }) });
  await draw(
    {
      '/': (
        <CurrencyScope of={{ due: 5 }}>
          <Money amount={5} />
        </CurrencyScope>
      ),
    },
    '/',
    person,
  );
  await screen.findByText('QAR 5.00');
});
