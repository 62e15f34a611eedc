import { isSameCode, toItemTitle } from '@dukkan/commerce';
import { type Ref, useState } from 'react';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { useDebounced } from '../../../lib/debounced.ts';
import { Bdi, isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { CallFailure, callApi } from '../../../lib/server/call.ts';
import type { RowOf } from '../../../lib/server/endpoint.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import { Combobox, type ComboboxOption } from '../../../ui/index.ts';
import type { SellableItem } from './draft.ts';
import type { LastOrder } from './use-last-order.ts';

type Product = Pick<RowOf<typeof api.product.list>, 'id' | 'title' | 'image_url' | 'stepper'> & {
  readonly items: readonly { item_id: number; barcode: string | null; option: string | null }[];
};

/** A bundle; users without access to offers only get its title. */
type Bundle = Pick<RowOf<typeof api.offer.list>, 'id' | 'title'> &
  Partial<Pick<RowOf<typeof api.offer.list>, 'image_url' | 'info'>>;

const toSellableItem = (
  { id, title, image_url, stepper }: Product,
  { item_id, barcode, option }: Product['items'][number],
): SellableItem => ({
  product_id: id,
  item_id,
  offer_id: null,
  title: toItemTitle(title, option),
  barcode,
  image_url,
  stepper: stepper || 1,
});

/**
 * Returns the item or bundle with a barcode; null for an unknown barcode. @throws CallFailure when the request fails
 */
export async function findGoodsByBarcode(barcode: string): Promise<SellableItem | null> {
  try {
    const { results } = await callApi(api.product.barcode, { barcode });
    const item = results.items.find((one) => isSameCode(one.barcode, barcode));
    return item ? toSellableItem(results, item) : null;
  } catch (error) {
    if (error instanceof CallFailure && error.code === 'record.missing') return null;
    throw error;
  }
}

/** An option of the finder; null `goods` stands for the whole last order. */
type GoodsOption = ComboboxOption & { readonly goods: SellableItem | null };

export type GoodsFinderProps = {
  ref: Ref<HTMLDivElement>;
  onFound: (goods: SellableItem) => void;
  disabled: boolean;
  /** The customer's last order, offered first while nothing is typed. */
  last?: LastOrder | null;
};

/**
 * Finds an item by a word of its title or the first digits of its barcode, and bundles likewise; Enter adds the first
 * match.
 */
export const GoodsFinder = ({ ref, onFound, disabled, last = null }: GoodsFinderProps) => {
  const { t } = useTranslation(['order', 'kit']);
  const { number, date, list } = useFormat();
  const { canPick } = useSession();
  const [typed, setTyped] = useState<string | null>(null);
  /** The key of the box; it changes after each selection, so that the box is empty again. */
  const [turn, setTurn] = useState(0);
  const keywords = useDebounced(typed ?? '', 150);
  const searched = keywords ? { keywords } : {};
  const enabled = typed !== null;
  const products = useRead(
    api.product.list,
    { ...searched, status: 1, limit: 30, sort_by: 'title', sort_as: 'asc' },
    { enabled },
  );
  const bundles = useRead(
    api.offer.list,
    { ...searched, type: 'bundle', status: 1, limit: 10, sort_by: 'ord', sort_as: 'asc' },
    { enabled: enabled && canPick(api.offer.list) },
  );
  /** True while the list still shows the matches of an earlier text. */
  const isStale =
    enabled &&
    (typed !== keywords || products.isPlaceholderData || bundles.isPlaceholderData || products.isPending);
  const again: GoodsOption[] =
    last?.order && !typed
      ? [
          {
            value: 'again',
            label: t('order:make.client.again'),
            goods: null,
            hint: `${date(last.order.created_at)} · ${list(last.order.cart.map(({ title }) => isolateBidi(title)))}`,
          },
        ]
      : [];
  const options = [
    ...again,
    ...(products.results ?? []).flatMap((product) =>
      product.items.map((item): GoodsOption => {
        const pack = item.pack_quantity === 1 ? '' : ` × ${item.pack_quantity}`;
        return {
          value: `item-${item.item_id}`,
          label: toItemTitle(product.title, item.option),
          goods: toSellableItem(product, item),
          hint: (
            <span className="flex flex-wrap gap-x-3">
              <span>
                <Bdi dir="ltr">{item.barcode ?? '–'}</Bdi>
                {pack}
              </span>
              <MoneyText amount={item.price ?? product.price} />
              {item.quantity === undefined ? null : (
                <span className={item.quantity > 0 ? undefined : 'text-danger-text'}>
                  {t('order:make.there_are', { shown: isolateBidi(number(item.quantity)) })}
                </span>
              )}
            </span>
          ),
        };
      }),
    ),
    ...((bundles.results ?? []) as readonly Bundle[]).map(
      ({ id, title, image_url = null, info }): GoodsOption => ({
        value: `offer-${id}`,
        label: title,
        goods: { product_id: null, item_id: null, offer_id: id, title, barcode: null, image_url, stepper: 1 },
        hint: (
          <span className="flex flex-wrap gap-x-3">
            <span>{t('order:make.bundle')}</span>
            {info?.bundle_price == null ? null : <MoneyText amount={info.bundle_price} />}
          </span>
        ),
      }),
    ),
  ];
  return (
    <div ref={ref} className="min-w-0 flex-1">
      <Combobox
        key={turn}
        value={null}
        options={options}
        onSearch={setTyped}
        loading={isStale}
        emptyText={t('kit:picker.empty')}
        placeholder={t('order:make.find')}
        aria-label={t('order:make.find')}
        disabled={disabled}
        // the page's search, which `/` focuses
        data-search=""
        onChange={(option) => {
          if (!option) return;
          setTyped(null);
          setTurn(turn + 1);
          if (option.goods) onFound(option.goods);
          else last?.repeat();
        }}
      />
    </div>
  );
};
