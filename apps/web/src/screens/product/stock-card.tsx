import { ChevronDown, CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { Instant, Link } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { ExplainDrawer, type ExplainedLevel } from '../../shared/stock-explanation.tsx';
import {
  AdviceBadge,
  DaysLeft,
  Difference,
  Expiry,
  getReliableSalesRate,
  Quantity,
} from '../../shared/stock-figures.tsx';
import {
  Banner,
  Button,
  Card,
  CardBody,
  CardHeader,
  IconButton,
  SkeletonRows,
  Table,
  Td,
  THead,
  Th,
  Tr,
} from '../../ui/index.ts';
import type { EditedProduct } from './default-values.ts';

type Level = RowOf<typeof api.stock.list>;
type Batch = RowOf<typeof api.batch.list>;
type Movement = NonNullable<Batch['movements']>[number];

const LEVELS = 100;
const BATCHES = 20;
/** The number of batches that are shown at first, latest first. */
const FIRST_BATCHES = 5;

/** The stock of a product: its levels in the branches, and each batch with its movements. */
export const StockCard = ({ record: { id: product_id, items } }: { record: EditedProduct }) => {
  const { t } = useTranslation(['product', 'stock']);
  const [explained, setExplained] = useState<ExplainedLevel | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const levels = useRead(api.stock.list, {
    product_id,
    limit: LEVELS,
    sort_by: 'available',
    sort_as: 'desc',
  });
  const batches = useRead(api.batch.list, {
    product_id,
    movements: 1,
    limit: BATCHES,
    sort_by: 'id',
    sort_as: 'desc',
  });
  const failure = levels.failure ?? batches.failure;
  return (
    <Card>
      <CardHeader
        title={t('product:part.stock')}
        description={t('product:stock.rate_text')}
        actions={
          <Link
            isAction
            to={withQuery(paths.batches, { product_id })}
            className="hit rounded-sm text-primary-text hover:underline"
          >
            {t('product:stock.all')}
          </Link>
        }
      />
      <CardBody className="grid gap-4">
        {failure ? (
          <Banner tone="danger">
            <bdi>{failure.message}</bdi>
          </Banner>
        ) : !levels.results || !batches.results ? (
          <SkeletonRows rows={3} columns={4} label={t('product:stock.loading')} />
        ) : levels.results.length === 0 && batches.results.length === 0 ? (
          <p className="rounded-md bg-sunken px-3 py-2 text-muted">{t('product:nothing_received')}</p>
        ) : (
          <>
            <StockLevels of={levels.results} items={items} onExplain={setExplained} />
            <ul className="divide-y divide-line rounded-md border border-line">
              {(showsAll ? batches.results : batches.results.slice(0, FIRST_BATCHES)).map((batch) => (
                <BatchLine key={batch.id} of={batch} />
              ))}
            </ul>
            {!showsAll && batches.results.length > FIRST_BATCHES ? (
              <Button className="w-fit" onClick={() => setShowsAll(true)}>
                {t('product:stock.older')}
              </Button>
            ) : null}
          </>
        )}
      </CardBody>
      <ExplainDrawer of={explained} onClose={() => setExplained(null)} />
    </Card>
  );
};

type LevelsProps = {
  of: readonly Level[];
  items: EditedProduct['items'];
  onExplain: (shelf: ExplainedLevel) => void;
};

const StockLevels = ({ of, items, onExplain }: LevelsProps) => {
  const optionOf = (id: number) => items.find(({ item_id }) => item_id === id)?.option ?? null;
  const { t } = useTranslation(['fields', 'stock', 'product']);
  const several = new Set(of.map(({ item_id }) => item_id)).size > 1;
  return (
    <Table aria-label={t('product:stock.levels')} className="rounded-md border border-line">
      <THead>
        <tr>
          <Th>{t('fields:branch_id')}</Th>
          {several ? <Th>{t('fields:barcode')}</Th> : null}
          <Th align="end">{t('fields:on_hand')}</Th>
          <Th align="end">{t('fields:reserved')}</Th>
          <Th align="end">{t('fields:available')}</Th>
          <Th>{t('fields:days_left')}</Th>
          <Th className="w-10">
            <span className="sr-only">{t('stock:explain.open')}</span>
          </Th>
        </tr>
      </THead>
      <tbody>
        {of.map((level) => (
          <Tr key={level.id}>
            <Td>
              <bdi>{level.branch_name}</bdi>
            </Td>
            {several ? (
              <Td>
                <span className="flex flex-wrap gap-x-2">
                  <bdi>{optionOf(level.item_id)}</bdi>
                  <Bdi dir="ltr" className="tabular">
                    {level.barcode ?? '–'}
                  </Bdi>
                </span>
              </Td>
            ) : null}
            <Td align="end">
              <Quantity of={level.on_hand} />
            </Td>
            <Td align="end">
              <Quantity of={level.reserved} />
            </Td>
            <Td align="end">
              <span className="font-medium">
                <Quantity of={level.available} tone={level.available < 0 ? 'danger' : undefined} />
              </span>
            </Td>
            <Td>
              <DaysLeft days={level.days_left} pace={level.pace} />
            </Td>
            <Td>
              <IconButton
                size="sm"
                label={t('stock:explain.open')}
                icon={<CircleHelp />}
                onClick={() => onExplain(level)}
              />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
};

/** A batch: when and how it arrived, the remaining units, and when expanded its movements. */
const BatchLine = ({ of }: { of: Batch }) => {
  const { t } = useTranslation(['product', 'stock', 'fields']);
  const { number } = useFormat();
  const { can } = useSession();
  const movements = of.movements ?? [];
  const rate = getReliableSalesRate(of);
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
          <ChevronDown
            aria-hidden="true"
            className="size-4 shrink-0 text-subtle transition-transform group-open:rotate-180"
          />
          <span className="min-w-32 flex-1">
            <bdi className="block truncate">{of.branch_name}</bdi>
            <span className="flex flex-wrap gap-x-2 text-sm text-subtle">
              <Instant at={of.created_at} />
              {of.reciept_id !== null && of.receipt_opens && can(api.receipt.show) ? (
                <Link
                  to={paths.receipt(of.reciept_id)}
                  className="hit rounded-sm text-primary-text hover:underline"
                >
                  {t('stock:ref.receipt', { id: of.reciept_id })}
                </Link>
              ) : (
                <span>{t('stock:batch', { id: of.id })}</span>
              )}
            </span>
          </span>
          {of.expire_date === null ? null : <Expiry date={of.expire_date} expired={of.expired} />}
          {of.advice === null ? null : <AdviceBadge of={of.advice} />}
          <span className="text-sm text-subtle">
            <MoneyText amount={of.cost_value} />
          </span>
          <span className="text-sm text-subtle">
            {t('fields:rate')} <bdi className="text-ink tabular">{rate === null ? '–' : number(rate)}</bdi>
          </span>
          <span className="min-w-20 text-end whitespace-nowrap">
            <span className="font-semibold">
              <Quantity of={of.remaining_quantity} />
            </span>{' '}
            <bdi className="text-sm text-subtle">/ {number(of.quantity)}</bdi>
          </span>
        </summary>
        {movements.length === 0 ? (
          <p className="px-3 pb-3 text-sm text-muted sm:ps-11">{t('product:stock.untouched')}</p>
        ) : (
          <ul className="px-3 pb-3 text-sm sm:ps-11">
            {movements.toReversed().map((movement) => (
              <MovementLine key={movement.id} of={movement} opensReceipt={of.receipt_opens} />
            ))}
          </ul>
        )}
      </details>
    </li>
  );
};

/** The name of each kind of movement, and whether it adds or removes units. */
const WORDS: Readonly<Record<number, { key: string; sign: 1 | -1 }>> = {
  1: { key: 'sold', sign: -1 },
  2: { key: 'returned', sign: 1 },
  3: { key: 'transferred', sign: -1 },
  4: { key: 'counted', sign: 1 },
  5: { key: 'written_off', sign: -1 },
};

/** Returns the path of the document behind a movement; null when it has no page. */
function findDocumentPath({ ref_type, ref_id }: Movement, opensReceipt: boolean): string | null {
  if (ref_id === null) return null;
  if (ref_type === 'transfer') return paths.transfer(ref_id);
  if (ref_type === 'count') return paths.stockCount(ref_id);
  return ref_type === 'receipt' && opensReceipt ? paths.receipt(ref_id) : null;
}

const NAMED = ['order', 'receipt', 'transfer', 'count', 'return'];

const MovementLine = ({ of, opensReceipt }: { of: Movement; opensReceipt: boolean }) => {
  const { t } = useTranslation(['product', 'stock']);
  const words = WORDS[of.target];
  const to = findDocumentPath(of, opensReceipt);
  const name =
    of.ref_type !== null && NAMED.includes(of.ref_type)
      ? t(`stock:ref.${of.ref_type}`, { id: of.ref_id })
      : null;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-1">
      <span className="min-w-12 text-end">
        <Difference of={of.quantity * (words?.sign ?? 1)} className="text-ink!" />
      </span>
      <span>{words ? t(`product:stock.moved.${words.key}`) : null}</span>
      {name === null ? null : to === null ? (
        <span className="text-muted">{name}</span>
      ) : (
        <Link to={to} className="hit rounded-sm text-primary-text hover:underline">
          {name}
        </Link>
      )}
      <span className="text-subtle">
        <Instant at={of.created_at} />
      </span>
    </li>
  );
};
