import { screen } from '@testing-library/react';
import { afterEach, it, vi } from 'vitest';
import { Cell } from '../kit/kinds/cell.tsx';
import { MoneySums, MoneyText } from '../kit/kinds/money.tsx';
import { mockServer, renderApp, testUser } from '../kit/test-utils.tsx';
import { CurrencyScope } from './currency.ts';
import { api } from './server/api.ts';

afterEach(() => vi.unstubAllGlobals());

const due = { name: 'due', label: 'fields:due', kind: 'money' } as const;

it("an amount is shown in its record's currency, whatever the shop's currency is now", async () => {
  mockServer({ [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }) });
  const order = { currency: 'JPY', due: 1200 };
  await renderApp(
    {
      '/': (
        <>
          <CurrencyScope of={order}>
            <Cell of={due} row={order} />
            <MoneyText amount={300} />
          </CurrencyScope>
          <MoneyText amount={1.25} currency="KWD" />
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
    testUser,
  );
  for (const text of ['JPY 1,200', 'JPY 300', 'KWD 1.250', 'EUR 20.00', 'IQD 3.000'])
    await screen.findByText(text);
});

it("an amount of a record without a currency is shown in the shop's", async () => {
  mockServer({ [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }) });
  await renderApp(
    {
      '/': (
        <CurrencyScope of={{ due: 5 }}>
          <MoneyText amount={5} />
        </CurrencyScope>
      ),
    },
    '/',
    testUser,
  );
  await screen.findByText('QAR 5.00');
});
