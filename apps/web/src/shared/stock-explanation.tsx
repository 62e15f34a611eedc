import { ArrowLeftRight, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Can } from '../kit/can.tsx';
import { Instant } from '../kit/kinds/cell.tsx';
import { MoneyText } from '../kit/kinds/money.tsx';
import { Link } from '../kit/link.tsx';
import { RecordStates } from '../kit/record-states.tsx';
import { Bdi, useFormat } from '../lib/format.ts';
import { useTranslation } from '../lib/i18n.ts';
import { paths, withQuery } from '../lib/paths.ts';
import { api } from '../lib/server/api.ts';
import type { RowOf } from '../lib/server/endpoint.ts';
import { useSession } from '../lib/server/session.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { Button, cx, Drawer } from '../ui/index.ts';
import { useStockBreakdownFormatter } from './shortage-reason.tsx';
import { Expiry, Quantity } from './stock-figures.tsx';
import { WriteOffDialog } from './write-off.tsx';

type Explained = RowOf<typeof api.stock.explain>;
export type ExplainedLevel = { readonly item_id: number; readonly branch_id: number };

/**
 * Shows an item's stock in a branch: units on hand, what reserves or blocks units, and stock in other branches. Null
 * closes it.
 */
export const ExplainDrawer = ({ of, onClose }: { of: ExplainedLevel | null; onClose: () => void }) => {
  const { t } = useTranslation(['stock', 'kit']);
  const read = useRead(api.stock.explain, of ?? { item_id: 0, branch_id: 0 }, { enabled: of !== null });
  // the previous answer is about another item or branch
  const results = read.isPlaceholderData ? undefined : read.results;
  const [writingOff, setWritingOff] = useState<Explained | null>(null);
  return (
    <>
      <Drawer
        open={of !== null && writingOff === null}
        onOpenChange={(open) => open || onClose()}
        title={results ? <bdi>{results.title}</bdi> : t('stock:explain.title')}
        description={results ? <BranchAndBarcode of={results} /> : null}
        closeLabel={t('kit:close')}
        footer={
          results ? (
            <>
              <Can use={api.stock.writeOff}>
                <Button icon={<Trash2 />} onClick={() => setWritingOff(results)}>
                  {t('stock:write_off.open')}
                </Button>
              </Can>
              <Can use={api.transfer.save}>
                <Button asChild icon={<ArrowLeftRight />}>
                  <Link to={withQuery(paths.transferNew, { from: results.branch_id, item: results.item_id })}>
                    {t('stock:transfer_away')}
                  </Link>
                </Button>
              </Can>
            </>
          ) : null
        }
      >
        <RecordStates read={{ ...read, results }} use={api.stock.explain}>
          {(record) => <LevelExplanation of={record} />}
        </RecordStates>
      </Drawer>
      {writingOff ? (
        <WriteOffDialog of={writingOff} onClose={() => setWritingOff(null)} onDone={onClose} />
      ) : null}
    </>
  );
};

const BranchAndBarcode = ({ of }: { of: Explained }) => (
  <span className="flex flex-wrap gap-x-2">
    <bdi>{of.branch_name}</bdi>
    {of.barcode === null ? null : (
      <>
        <span aria-hidden="true">·</span>
        <Bdi dir="ltr" className="tabular">
          {of.barcode}
        </Bdi>
      </>
    )}
  </span>
);

const ExplanationPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-5">
    <h3 className="mb-1 text-sm font-semibold text-muted">{title}</h3>
    {children}
  </section>
);

const ExplanationLines = ({ children }: { children: ReactNode }) => (
  <ul className="divide-y divide-line rounded-md border border-line">{children}</ul>
);

const lineLook = 'flex min-h-row flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-1.5';

const LevelExplanation = ({ of }: { of: Explained }) => {
  const { t } = useTranslation(['stock', 'fields']);
  const { number } = useFormat();
  const { can } = useSession();
  const holding = useStockBreakdownFormatter();
  return (
    <>
      <p className="text-base">{holding(of)}</p>
      <AvailableSum of={of} />
      <ExplanationPart title={t('stock:explain.holds')}>
        {of.holds.length === 0 ? (
          <p className="text-muted">{t('stock:explain.no_holds')}</p>
        ) : (
          <ExplanationLines>
            {of.holds.map((hold) => (
              <li key={`${hold.ref_type}-${hold.ref_id}`} className={lineLook}>
                <span className="flex items-baseline gap-2">
                  <span>{t(`stock:ref.${hold.ref_type}`, { id: hold.ref_id })}</span>
                  <span className="text-sm text-subtle">
                    <Instant at={hold.created_at} />
                  </span>
                </span>
                <bdi className="font-medium tabular">{number(hold.quantity)}</bdi>
              </li>
            ))}
          </ExplanationLines>
        )}
      </ExplanationPart>
      <ExplanationPart title={t('stock:explain.batches')}>
        {of.batches.length === 0 ? (
          <p className="text-muted">{t('stock:explain.no_batches')}</p>
        ) : (
          <ExplanationLines>
            {of.batches.map((batch) => (
              <li key={batch.id} className={lineLook}>
                <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                  {batch.reciept_id !== null && batch.receipt_opens && can(api.receipt.show) ? (
                    <Link
                      to={paths.receipt(batch.reciept_id)}
                      className="hit rounded-sm text-primary-text hover:underline"
                    >
                      {t('stock:ref.receipt', { id: batch.reciept_id })}
                    </Link>
                  ) : (
                    <span>{t('stock:batch', { id: batch.id })}</span>
                  )}
                  <span className="text-sm text-subtle">
                    <Instant at={batch.created_at} />
                  </span>
                  {batch.expire_date === null ? null : (
                    <span className="text-sm">
                      <Expiry date={batch.expire_date} expired={batch.expired} isNamed />
                    </span>
                  )}
                </span>
                <span className="flex items-baseline gap-3">
                  {batch.cost_value === null ? null : (
                    <span className="text-sm text-subtle">
                      <MoneyText amount={batch.cost_value} />
                    </span>
                  )}
                  <span className="font-medium">
                    <Quantity of={batch.remaining_quantity} />
                  </span>
                </span>
              </li>
            ))}
          </ExplanationLines>
        )}
      </ExplanationPart>
      <ExplanationPart title={t('stock:explain.elsewhere')}>
        {of.elsewhere.length === 0 ? (
          <p className="text-muted">{t('stock:explain.nowhere')}</p>
        ) : (
          <ExplanationLines>
            {of.elsewhere.map((there) => (
              <li key={there.branch_id} className={lineLook}>
                <bdi className="min-w-0">{there.branch_name}</bdi>
                <span className="flex items-center gap-3">
                  <Quantity of={there.available} />
                  {there.available > 0 ? (
                    <Can use={api.transfer.save}>
                      <Button asChild size="sm" icon={<ArrowLeftRight />}>
                        <Link
                          to={withQuery(paths.transferNew, {
                            from: there.branch_id,
                            to: of.branch_id,
                            item: of.item_id,
                          })}
                        >
                          {t('stock:transfer_here')}
                        </Link>
                      </Button>
                    </Can>
                  ) : null}
                </span>
              </li>
            ))}
          </ExplanationLines>
        )}
      </ExplanationPart>
    </>
  );
};

/** The calculation from units on hand to available units. */
const AvailableSum = ({ of }: { of: Explained }) => {
  const { t } = useTranslation('fields');
  const { number } = useFormat();
  const parts = [
    { key: 'on_hand', of: of.on_hand },
    { key: 'expired', of: -of.expired },
    { key: 'reserved', of: -of.reserved },
    { key: 'deficit', of: -of.deficit },
    { key: 'available', of: of.available },
  ].filter((part) => part.of !== 0 || part.key === 'on_hand' || part.key === 'available');
  return (
    <dl className="mt-3 flex flex-wrap gap-2">
      {parts.map((part) => (
        <div
          key={part.key}
          className={cx(
            'min-w-20 flex-1 rounded-md px-3 py-2',
            part.key === 'available' ? 'bg-primary-soft' : 'bg-sunken',
          )}
        >
          <dt className="text-sm text-muted">{t(part.key)}</dt>
          <dd className="text-lg font-semibold tabular">
            {part.key === 'available' ? <span aria-hidden="true">= </span> : null}
            <bdi>{number(part.of)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
};
