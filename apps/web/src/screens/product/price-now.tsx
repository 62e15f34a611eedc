import { toItemTitle } from '@dukkan/commerce';
import { useState } from 'react';
import { RefPicker } from '../../kit/index.ts';
import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { CurrencyScope } from '../../lib/currency.ts';
import { Bdi, isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useOnlyBranch } from '../../lib/only-branch.ts';
import { api } from '../../lib/server/api.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Why } from '../../shared/why.tsx';
import { Card, CardBody, CardHeader, Field } from '../../ui/index.ts';

type Product = RowOf<typeof api.product.show>;
type Item = Product['items'][number];

/** The number of items whose prices are shown, because a product can have very many. */
const VISIBLE_ITEMS = 5;

/** The current prices of a product's items in a branch, after price lists and discounts, each with an explanation. */
export const PriceNow = ({ record }: { record: Product }) => {
  const { t } = useTranslation(['product', 'fields']);
  const here = useBranch();
  const only = useOnlyBranch();
  const [picked, setPicked] = useState<number | null>(null);
  const branch = picked ?? here ?? only;
  return (
    <Card>
      <CardHeader title={t('now.title')} description={t('now.text')} />
      <CardBody className="grid gap-3">
        {here === null && only === null ? (
          <Field label={t('fields:branch_id')}>
            <RefPicker to="branch" value={branch} onChange={setPicked} />
          </Field>
        ) : null}
        {branch === null ? null : (
          <ul className="grid gap-2">
            {record.items.slice(0, VISIBLE_ITEMS).map((item) => (
              <ItemPrice key={item.item_id} item={item} title={record.title} branch_id={branch} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
};

const ItemPrice = ({ item, title, branch_id }: { item: Item; title: string; branch_id: number }) => {
  const { t } = useTranslation('product');
  const { results, failure } = useRead(api.priceTrial.try, { branch_id, item_id: item.item_id });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="flex min-w-0 flex-wrap gap-x-2 text-sm text-subtle">
        {item.option === null ? null : <bdi className="[overflow-wrap:anywhere]">{item.option}</bdi>}
        <Bdi dir="ltr">{item.barcode ?? '–'}</Bdi>
      </span>
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
