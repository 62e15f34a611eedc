import { type Ref, useState } from 'react';
import { useDebounced } from '../../lib/debounced.ts';
import { Bdi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Combobox, type ComboboxOption } from '../../ui/index.ts';
import { findItemInProduct, type ItemWithLastCost } from './find-item.ts';

type ItemOption = ComboboxOption & { readonly found: ItemWithLastCost };

type ItemSearchProps = {
  label: string;
  placeholder: string;
  onFound: (found: ItemWithLastCost) => void;
  /** Marks the box as the page's search, which `/` focuses. */
  'data-search'?: string;
};

/** Finds an item by a word of its product's title or by the first digits of its barcode. */
export const ItemSearch = ({ label, placeholder, onFound, ...rest }: ItemSearchProps) => {
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
    product.items.flatMap((item): ItemOption[] => {
      const matchedItem = findItemInProduct(product, item.item_id);
      if (!matchedItem) return [];
      const pack = item.pack_quantity === 1 ? '' : ` × ${item.pack_quantity}`;
      return [
        {
          value: String(item.item_id),
          label: matchedItem.facts.title,
          hint: (
            <>
              <Bdi dir="ltr">{item.barcode ?? '–'}</Bdi>
              {pack}
            </>
          ),
          found: matchedItem,
        },
      ];
    }),
  );
  return (
    <Combobox
      {...rest}
      key={turn}
      value={null}
      options={options}
      onSearch={setTyped}
      loading={typed !== null && (typed !== keywords || read.isPlaceholderData || read.isPending)}
      emptyText={t('kit:picker.empty')}
      placeholder={placeholder}
      aria-label={label}
      onChange={(option) => {
        if (!option) return;
        setTurn(turn + 1);
        onFound(option.found);
      }}
    />
  );
};

/** The search box above the lines; a selected item becomes a line. */
export const AddBox = ({
  ref,
  onFound,
}: {
  ref: Ref<HTMLDivElement>;
  onFound: (found: ItemWithLastCost) => void;
}) => {
  const { t } = useTranslation('receipt');
  return (
    <div ref={ref} className="min-w-0 flex-1 basis-60">
      <ItemSearch label={t('find')} placeholder={t('find')} onFound={onFound} data-search="" />
    </div>
  );
};
