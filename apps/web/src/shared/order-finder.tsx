import { useState } from 'react';
import { useDebounced } from '../lib/debounced.ts';
import { isolateBidi, useFormat } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { api } from '../lib/server/api.ts';
import { callApi } from '../lib/server/call.ts';
import type { InputOf, RowOf } from '../lib/server/endpoint.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { Combobox, type ComboboxOption } from '../ui/index.ts';

/** An order as it is found: enough to say which one it is. */
export type FoundOrder = RowOf<typeof api.order.list>;
type Filters = Pick<InputOf<typeof api.order.list>, 'status_value'>;

/** The one order that a scanned or typed number names; null for none, or several. @throws CallFailure */
export async function findOrderByNumber(text: string): Promise<FoundOrder | null> {
  const { results } = await callApi(api.order.list, { keywords: text, limit: 2 }, { branchId: null });
  const [only, ...more] = results;
  return only && more.length === 0 ? only : null;
}

type OrderOption = ComboboxOption & { readonly found: FoundOrder };

type OrderFinderProps = {
  label: string;
  onFound: (order: FoundOrder) => void;
  /** Which orders are offered; all where nothing is said. */
  only?: Filters | undefined;
};

/** Finds an order by its number, by the phone or the name of its customer; the latest stand first. */
export const OrderFinder = ({ label, onFound, only = {} }: OrderFinderProps) => {
  const { t } = useTranslation('kit');
  const { money, date } = useFormat();
  const [asked, setAsked] = useState<string | null>(null);
  /** The box is a new one after each pick: nothing typed is left in it. */
  const [turn, setTurn] = useState(0);
  const keywords = useDebounced(asked ?? '', 150);
  const read = useRead(
    api.order.list,
    { ...only, ...(keywords ? { keywords } : {}), limit: 50 },
    { enabled: asked !== null },
  );
  const options = (read.results ?? []).map(
    (found): OrderOption => ({
      value: String(found.id),
      label: [`#${found.id}`, found.client_name ?? found.client_phone].filter(Boolean).join(' · '),
      found,
      hint: [found.status_title, money(found.due, found.currency), date(found.created_at)]
        .map(isolateBidi)
        .join(' · '),
    }),
  );
  return (
    <Combobox
      key={turn}
      value={null}
      options={options}
      onSearch={setAsked}
      loading={asked !== null && (asked !== keywords || read.isPlaceholderData || read.isPending)}
      emptyText={t('picker.empty')}
      placeholder={label}
      aria-label={label}
      // a scan into this box is heard, not typed
      data-search=""
      onChange={(option) => {
        if (!option) return;
        setTurn(turn + 1);
        onFound(option.found);
      }}
    />
  );
};
