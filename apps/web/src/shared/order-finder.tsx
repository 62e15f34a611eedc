import { useState } from 'react';
import { useDebounced } from '../lib/debounced.ts';
import { isolateBidi, useFormat } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { api } from '../lib/server/api.ts';
import { callApi } from '../lib/server/call.ts';
import type { InputOf, RowOf } from '../lib/server/endpoint.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { Combobox, type ComboboxOption } from '../ui/index.ts';

/** An order in the finder's results. */
export type FoundOrder = RowOf<typeof api.order.list>;
type Filters = Pick<InputOf<typeof api.order.list>, 'status_value'>;

/**
 * Returns the order with a scanned or typed number; null when there is none, or more than one match. @throws
 * CallFailure
 */
export async function findOrderByNumber(text: string): Promise<FoundOrder | null> {
  const { results } = await callApi(api.order.list, { keywords: text, limit: 2 }, { branchId: null });
  const [only, ...more] = results;
  return only && more.length === 0 ? only : null;
}

type OrderOption = ComboboxOption & { readonly found: FoundOrder };

type OrderFinderProps = {
  label: string;
  onFound: (order: FoundOrder) => void;
  /** Limits the offered orders; all by default. */
  only?: Filters | undefined;
};

/** Finds an order by its number, or by its customer's phone or name; latest first. */
export const OrderFinder = ({ label, onFound, only = {} }: OrderFinderProps) => {
  const { t } = useTranslation('kit');
  const { money, date } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  /** The key of the box; it changes after each selection, so that the box is empty again. */
  const [turn, setTurn] = useState(0);
  const keywords = useDebounced(typed ?? '', 150);
  const read = useRead(
    api.order.list,
    { ...only, ...(keywords ? { keywords } : {}), limit: 50 },
    { enabled: typed !== null },
  );
  const options = (read.results ?? []).map(
    (foundOrder): OrderOption => ({
      value: String(foundOrder.id),
      label: [`#${foundOrder.id}`, foundOrder.client_name ?? foundOrder.client_phone]
        .filter(Boolean)
        .join(' · '),
      found: foundOrder,
      hint: [foundOrder.status_title, money(foundOrder.due, foundOrder.currency), date(foundOrder.created_at)]
        .map(isolateBidi)
        .join(' · '),
    }),
  );
  return (
    <Combobox
      key={turn}
      value={null}
      options={options}
      onSearch={setTyped}
      loading={typed !== null && (typed !== keywords || read.isPlaceholderData || read.isPending)}
      emptyText={t('picker.empty')}
      placeholder={label}
      aria-label={label}
      // the page's search, which `/` focuses
      data-search=""
      onChange={(option) => {
        if (!option) return;
        setTurn(turn + 1);
        onFound(option.found);
      }}
    />
  );
};
