import { isSameCode, toItemTitle } from '@dukkan/commerce';
import { useState } from 'react';
import { useDebounced } from '../lib/debounced.ts';
import { Bdi } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { api } from '../lib/server/api.ts';
import { CallFailure, callApi } from '../lib/server/call.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { Combobox, type ComboboxOption } from '../ui/index.ts';

/** An item of a product, as the finder returns it. */
export type FoundItem = {
  readonly product_id: number;
  readonly item_id: number;
  readonly title: string;
  readonly barcode: string | null;
  readonly image_url: string | null;
};

/** Returns the item with a barcode; null for an unknown barcode. @throws CallFailure when the request fails */
export async function findItemByBarcode(barcode: string): Promise<FoundItem | null> {
  try {
    const { results } = await callApi(api.product.barcode, { barcode });
    const item = results.items.find((one) => isSameCode(one.barcode, barcode));
    if (!item) return null;
    const { id, image_url } = results;
    const title = toItemTitle(results.title, item.option);
    return { product_id: id, item_id: item.item_id, title, barcode: item.barcode, image_url };
  } catch (error) {
    if (error instanceof CallFailure && error.code === 'record.missing') return null;
    throw error;
  }
}

type ItemOption = ComboboxOption & { readonly found: FoundItem };

export type ItemFinderProps = {
  label: string;
  onFound: (item: FoundItem) => void;
  disabled?: boolean | undefined;
};

/** Finds an item by a word of its product's title or by the first digits of its barcode. */
export const ItemFinder = ({ label, onFound, disabled }: ItemFinderProps) => {
  const { t } = useTranslation('kit');
  const [typed, setTyped] = useState<string | null>(null);
  /** The key of the box; it changes after each selection, so that the box is empty again. */
  const [turn, setTurn] = useState(0);
  const keywords = useDebounced(typed ?? '', 150);
  const read = useRead(
    api.product.list,
    { ...(keywords ? { keywords } : {}), limit: 50, sort_by: 'title', sort_as: 'asc' },
    { enabled: typed !== null },
  );
  const options = (read.results ?? []).flatMap((product) =>
    product.items.map(({ item_id, barcode, option, pack_quantity }): ItemOption => {
      const { id, image_url } = product;
      const title = toItemTitle(product.title, option);
      const itemRef = { product_id: id, item_id, title, barcode, image_url };
      const pack = pack_quantity === 1 ? '' : ` × ${pack_quantity}`;
      return {
        value: String(item_id),
        label: title,
        found: itemRef,
        hint: (
          <>
            <Bdi dir="ltr">{barcode ?? '–'}</Bdi>
            {pack}
          </>
        ),
      };
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
      {...(disabled ? { disabled } : {})}
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
