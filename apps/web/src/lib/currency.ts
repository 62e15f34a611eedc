import { createContext, createElement, type ReactNode, useContext, useEffect } from 'react';
import { api } from './server/api.ts';
import type { Answer } from './server/endpoint.ts';
import { queryClient } from './server/query-cache.ts';
import { readOnce } from './server/use-read-write.ts';
import { createStore, useStore } from './store.ts';

const currencyStore = createStore<string | undefined>(undefined);

// the shell keeps the settings current: a cell with an amount listens, and is no reader of its own
queryClient.getQueryCache().subscribe((event) => {
  // what was just read; an answer in another language that is only let go may be an old one
  if (event.type !== 'updated' || event.action.type !== 'success') return;
  const { queryKey, state } = event.query;
  if (queryKey[1] !== api.setting.public.path) return;
  currencyStore.set((state.data as Answer<typeof api.setting.public>).results.Currency);
});

const RecordCurrency = createContext<string | undefined>(undefined);

/**
 * Amounts and boxes of amounts inside are in the currency of this record, not in the one that the shop has now; a record
 * without a currency leaves it as it is around. Rule: docs/rules/currencies.md#own-currency
 */
export function CurrencyScope({ of, children }: { of: object; children: ReactNode }): ReactNode {
  const code: unknown = Reflect.get(of, 'currency');
  return typeof code === 'string'
    ? createElement(RecordCurrency.Provider, { value: code }, children)
    : children;
}

/** One figure of records that have sums in several currencies, without the currencies of which there is nothing. */
export const sumsIn = <K extends string>(
  amounts: readonly ({ readonly currency: string } & { readonly [name in K]: number })[],
  name: K,
): { currency: string; total: number }[] =>
  amounts.flatMap((one) => (one[name] === 0 ? [] : [{ currency: one.currency, total: one[name] }]));

/** The code of the record's currency (CurrencyScope), else of the shop's; undefined until the settings are read. */
export function useCurrency(): string | undefined {
  const own = useContext(RecordCurrency);
  const shop = useStore(currencyStore);
  const currency = own ?? shop;
  const unknown = currency === undefined;
  useEffect(() => {
    // where it fails, the figure stands alone
    if (unknown) readOnce(api.setting.public, {}, null).catch(() => undefined);
  }, [unknown]);
  return currency;
}
