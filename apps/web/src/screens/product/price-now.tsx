import { toItemTitle } from '@dukkan/commerce';
import { type ReactNode, useState } from 'react';
import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { CurrencyScope } from '../../lib/currency.ts';
import { Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Why } from '../../shared/why.tsx';
import { Button, Card, CardBody, CardHeader } from '../../ui/index.ts';

type Product = RowOf<typeof api.product.show>;
type Item = Product['items'][number];

/** The numbers of items and of branches whose prices are visible at first, because there can be very many. */
const VISIBLE_ITEMS = 5;
const VISIBLE_BRANCHES = 4;

/** The current prices of a product's items by branch, after price lists and discounts, each with an explanation. */
export const PriceNow = ({ record }: { record: Product }) => {
  const { t } = useTranslation('product');
  const { number } = useFormat();
  const here = useBranch();
  const branches = (useSession().user?.branches ?? []).filter(({ id }) => here === null || id === here);
  const [isAll, setAll] = useState(false);
  if (branches.length === 0) return null;
  const visible = isAll ? branches : branches.slice(0, VISIBLE_BRANCHES);
  const only = record.items.length === 1 ? record.items[0] : undefined;
  const hidden = isAll ? 0 : branches.length - VISIBLE_BRANCHES;
  return (
    <Card>
      <CardHeader title={t('now.title')} description={t('now.text')} />
      <CardBody className="grid gap-4">
        {only ? (
          <ul className="divide-y divide-line">
            {visible.map(({ id, name }) => (
              <ItemPrice key={id} item={only} title={record.title} branch_id={id} name={<bdi>{name}</bdi>} />
            ))}
          </ul>
        ) : (
          visible.map(({ id, name }) => (
            <section key={id}>
              <h3 className="mb-1 text-sm font-semibold text-muted">
                <bdi>{name}</bdi>
              </h3>
              <ul className="divide-y divide-line">
                {record.items.slice(0, VISIBLE_ITEMS).map((item) => (
                  <ItemPrice
                    key={item.item_id}
                    item={item}
                    title={record.title}
                    branch_id={id}
                    name={<ItemWords of={item} />}
                  />
                ))}
              </ul>
            </section>
          ))
        )}
        {hidden > 0 ? (
          <Button className="w-fit" onClick={() => setAll(true)}>
            {t('now.more', { count: hidden, shown: number(hidden) })}
          </Button>
        ) : null}
      </CardBody>
    </Card>
  );
};

/** What tells an item from the others of its product. */
const ItemWords = ({ of }: { of: Item }) => (
  <>
    {of.option === null ? null : <bdi className="[overflow-wrap:anywhere]">{of.option}</bdi>}
    <Bdi dir="ltr">{of.barcode ?? '–'}</Bdi>
  </>
);

type ItemPriceProps = {
  item: Item;
  title: string;
  branch_id: number;
  /** Before the price: the branch, or the item among several. */
  name: ReactNode;
};

const ItemPrice = ({ item, title, branch_id, name }: ItemPriceProps) => {
  const { t } = useTranslation('product');
  const { results, failure } = useRead(api.priceTrial.try, { branch_id, item_id: item.item_id });
  return (
    <li className="flex min-h-row flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="flex min-w-0 flex-wrap gap-x-2">{name}</span>
      {failure && !results ? (
        <span className="text-sm text-danger-text">{failure.message}</span>
      ) : results ? (
        <CurrencyScope of={results}>
          <span className="flex items-center gap-2">
            {results.unit_list > results.unit_price ? (
              <s className="text-subtle tabular">
                <span className="sr-only">{t('now.before')} </span>
                <MoneyText amount={results.unit_list} />
              </s>
            ) : null}
            <span className="font-medium tabular">
              <MoneyText amount={results.unit_price} />
            </span>
            <Why
              of={results.steps}
              total={results.price}
              title={isolateBidi(toItemTitle(title, item.option))}
            />
          </span>
        </CurrencyScope>
      ) : (
        <EmptyCell />
      )}
    </li>
  );
};
