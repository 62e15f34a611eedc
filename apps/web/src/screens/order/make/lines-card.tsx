import { ShoppingBasket } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths, withQuery } from '../../../lib/paths.ts';
import { runAfterTyping } from '../../../lib/scan.ts';
import { useScanAnywhere } from '../../../lib/scan-anywhere.ts';
import { ScanHint } from '../../../shared/scan-hint.tsx';
import { Banner, Card, CardBody, CardHeader, EmptyState } from '../../../ui/index.ts';
import { CART_LINES_MAX, type DraftLine } from './draft.ts';
import { GoodsFinder } from './goods-finder.tsx';
import { LineRow } from './line-row.tsx';
import { Shortage, type ShortageProps } from './shortage.tsx';
import type { LastOrder } from './use-last-order.ts';
import type { OrderDraft } from './use-order-draft.ts';
import { useScannedGoods } from './use-scanned-goods.ts';

/** The lines of an order: found by typing or scanning, with quantities, prices and shortages. */
export const CartLinesCard = ({ making, last }: { making: OrderDraft; last: LastOrder }) => {
  const { t } = useTranslation(['order', 'kit']);
  const { draft, set, add, price, cart, errorOf } = making;
  const { lines } = draft;
  const finder = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** The line whose quantity box gets the focus after the next render. */
  const [focusTarget, setFocusTarget] = useState<{ key: string } | null>(null);
  useEffect(() => {
    if (!focusTarget) return;
    const quantity = `[data-line="${focusTarget.key}"] [data-quantity]`;
    return runAfterTyping(() => list.current?.querySelector<HTMLInputElement>(quantity)?.focus());
  }, [focusTarget]);

  const search = () => finder.current?.querySelector('input')?.focus();
  const { put, scanned, unknown, forget } = useScannedGoods(lines, (goods) => {
    const key = add(goods);
    if (key !== null) setFocusTarget({ key });
  });
  useScanAnywhere((code, boxed) => {
    making.placing.next();
    scanned(code, boxed);
  });
  const change = (key: string, part: Partial<DraftLine>) =>
    set({ lines: lines.map((line) => (line.key === key ? { ...line, ...part } : line)) });
  const remove = (at: number) => {
    const next = lines[at + 1] ?? lines[at - 1];
    set({ lines: lines.filter((_, index) => index !== at) });
    if (next) setFocusTarget({ key: next.key });
    else search();
  };
  const move = (at: number, by: 1 | -1) => {
    const next = lines[at + by];
    if (next) setFocusTarget({ key: next.key });
    else if (by < 0) search();
  };

  const branch = price?.branch_name ?? '';
  const receive = ({ product_id, item_id }: { product_id: number; item_id: number }) =>
    making.saved.park(
      withQuery(paths.receiptNew, { product_id, item_id, branch_id: price?.branch_id ?? making.branch_id }),
    );
  const shortages = price?.shortages ?? [];
  const refused = errorOf('cart');
  const take = (branch_id: number) => set({ branch_id });
  return (
    <Card>
      <CardHeader
        title={t('order:make.lines')}
        description={<ScanHint text={t('order:make.lines_hint')} />}
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <GoodsFinder
          ref={finder}
          onFound={put}
          disabled={lines.length >= CART_LINES_MAX}
          // offered only while the order has no lines
          last={lines.length === 0 ? last : null}
        />
        {unknown === null ? null : (
          <Banner
            tone="danger"
            title={t('order:make.unknown', { barcode: isolateBidi(unknown) })}
            onClose={forget}
            closeLabel={t('kit:close')}
          />
        )}
        {lines.length === 0 ? (
          <EmptyState
            icon={<ShoppingBasket />}
            title={t('order:make.no_lines')}
            text={refused ?? t('order:make.no_lines_text')}
          />
        ) : (
          <ul ref={list} className="divide-y divide-line" aria-label={t('order:make.lines')}>
            {lines.map((line, at) => {
              const place = cart.findIndex(({ key }) => key === line.key);
              return (
                <LineRow
                  key={line.key}
                  line={line}
                  priced={pricedLine(making, line, place)}
                  shortage={shortages.find(({ item_id }) => item_id === line.item_id)}
                  isShared={lines.filter((one) => one.item_id === line.item_id).length > 1}
                  branch={branch}
                  onReceive={receive}
                  isCodeLike={making.codeLike.has(line.key)}
                  error={errorOf(`cart.${place}.quantity`, `cart.${place}.item_id`, `cart.${place}.offer_id`)}
                  onChange={(part) => change(line.key, part)}
                  onTake={take}
                  onScan={scanned}
                  onRemove={() => remove(at)}
                  onEnd={search}
                  onMove={(by) => move(at, by)}
                />
              );
            })}
          </ul>
        )}
        <LinesNotices making={making} branch={branch} onReceive={receive} onTake={take} />
      </CardBody>
    </Card>
  );
};

type LinesNoticesProps = { making: OrderDraft } & Pick<ShortageProps, 'branch' | 'onReceive' | 'onTake'>;

/** What is short in bundles, and what the price says of all lines together. */
const LinesNotices = ({ making, branch, onReceive, onTake }: LinesNoticesProps) => {
  const { t } = useTranslation('order');
  const { price, errorOf } = making;
  const { lines } = making.draft;
  const inBundles = (price?.shortages ?? []).filter(
    ({ item_id }) => !lines.some((line) => line.item_id === item_id),
  );
  const lineWarnings = (price?.warnings ?? []).filter(
    ({ field, code }) => field === 'cart' || code.startsWith('discount.'),
  );
  const refused = errorOf('cart');
  return (
    <>
      {inBundles.map((shortage) => (
        <Banner
          key={shortage.item_id}
          tone={shortage.refused ? 'danger' : 'warning'}
          title={
            <>
              <bdi>{shortage.title}</bdi>
              {shortage.reason === 'short' ? `: ${t('make.short.offer')}` : null}
            </>
          }
        >
          <Shortage of={shortage} branch={branch} onReceive={onReceive} stepper={1} onTake={onTake} />
        </Banner>
      ))}
      {lineWarnings.map(({ code, message, refused: stops }) => (
        <Banner key={code} tone={stops ? 'danger' : 'warning'}>
          {message}
        </Banner>
      ))}
      {lines.length > 0 && refused && !lineWarnings.some(({ message }) => message === refused) ? (
        <Banner tone="danger">{refused}</Banner>
      ) : null}
    </>
  );
};

/** Returns the price of a line: by its index in the cart, if the item there is still the same. */
function pricedLine({ price }: OrderDraft, line: DraftLine, place: number) {
  const linePrice = price?.lines[place];
  if (!linePrice) return undefined;
  return linePrice.item_id === line.item_id && linePrice.offer_id === line.offer_id ? linePrice : undefined;
}
