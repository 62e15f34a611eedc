import { createContext, createElement, type ReactNode, useContext, useEffect } from 'react';
import { api } from './server/api.ts';
import type { Answer } from './server/endpoint.ts';
import { queryClient } from './server/query-cache.ts';
import { readOnce } from './server/use-read-write.ts';
import { createStore, useStore } from './store.ts';

const currencyStore = createStore<string | undefined>(undefined);

// the app shell loads the settings; a cell with an amount only listens, because hundreds of cells are drawn
queryClient.getQueryCache().subscribe((event) => {
  // only a successful read counts; other events may carry an older answer
  if (event.type !== 'updated' || event.action.type !== 'success') return;
  const { queryKey, state } = event.query;
  if (queryKey[1] !== api.setting.public.path) return;
  currencyStore.set((state.data as Answer<typeof api.setting.public>).results.Currency);
});

const RecordCurrency = createContext<string | undefined>(undefined);

/**
 * Amounts and amount boxes inside use this record's currency instead of the shop's; a record without a currency
 * changes nothing. Rule: docs/rules/currencies.md#own-currency
 */
export function CurrencyScope({ of, children }: { of: object; children: ReactNode }): ReactNode {
  const code: unknown = Reflect.get(of, 'currency');
  return typeof code === 'string'
    ? createElement(RecordCurrency.Provider, { value: code }, children)
    : children;
}

/** Returns one sum in each currency, without the currencies in which it is 0. */
export const listSumsByCurrency = <K extends string>(
  amounts: readonly ({ readonly currency: string } & { readonly [name in K]: number })[],
  name: K,
): { currency: string; total: number }[] =>
  amounts.flatMap((one) => (one[name] === 0 ? [] : [{ currency: one.currency, total: one[name] }]));

/**
 * Returns the currency code of the surrounding CurrencyScope, else of the shop; undefined until the settings are
 * loaded.
 */
export function useCurrency(): string | undefined {
  const recordCurrency = useContext(RecordCurrency);
  const shop = useStore(currencyStore);
  const currency = recordCurrency ?? shop;
  const unknown = currency === undefined;
  useEffect(() => {
    // if it fails, amounts appear without a currency
    if (unknown) readOnce(api.setting.public, {}, null).catch(() => undefined);
  }, [unknown]);
  return currency;
}
