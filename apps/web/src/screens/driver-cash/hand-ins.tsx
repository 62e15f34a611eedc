import { useState } from 'react';
import { Instant, type ListRowOf } from '../../kit/index.ts';
import { Failed } from '../../kit/record-states.tsx';
import { Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Button, Drawer, SkeletonRows } from '../../ui/index.ts';

type DriverCashRow = ListRowOf<typeof api.driverCash.list>;
type HandIn = ListRowOf<typeof api.driverCash.handIns>;

const STEP = 20;
const STEPS_MAX = 5;

/** A driver's latest hand-ins: amount, time, who received it and where it went. */
export const HandIns = ({ of, onClose }: { of: DriverCashRow; onClose: () => void }) => {
  const { t } = useTranslation(['driver-cash', 'kit']);
  return (
    <Drawer
      open
      onOpenChange={(open) => open || onClose()}
      title={t('driver-cash:history.title')}
      description={<bdi>{of.name}</bdi>}
      closeLabel={t('kit:close')}
    >
      <LastHandIn of={of} />
    </Drawer>
  );
};

const LastHandIn = ({ of }: { of: DriverCashRow }) => {
  const { t } = useTranslation(['driver-cash', 'kit']);
  const { number } = useFormat();
  const [steps, setSteps] = useState(1);
  const read = useRead(api.driverCash.handIns, { driver_id: of.id, limit: STEP * steps });
  if (read.failure && !read.results)
    return <Failed failure={read.failure} retry={() => void read.refetch()} />;
  if (!read.results) return <SkeletonRows rows={4} columns={2} label={t('kit:list.loading')} />;
  if (read.results.length === 0) return <p className="text-muted">{t('driver-cash:history.empty')}</p>;
  const total = read.meta?.total ?? 0;
  return (
    <>
      <p className="mb-1 text-sm text-subtle">
        {t('driver-cash:history.count', { count: total, shown: number(total) })}
      </p>
      <ol className="flex flex-col divide-y divide-line">
        {read.results.map((one) => (
          <HandInEntry key={one.id} one={one} />
        ))}
      </ol>
      {total > read.results.length && steps < STEPS_MAX ? (
        <Button className="mt-3" loading={read.isFetching} onClick={() => setSteps(steps + 1)}>
          {t('kit:timeline.more')}
        </Button>
      ) : null}
    </>
  );
};

const HandInEntry = ({ one }: { one: HandIn }) => {
  const { t } = useTranslation('driver-cash');
  const { money } = useFormat();
  const branch = isolateBidi(one.branch_name);
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Bdi className="font-semibold tabular-nums">{money(one.amount, one.currency)}</Bdi>
        <span className="text-sm text-subtle">
          <Instant at={one.created_at} />
        </span>
      </p>
      <p className="text-sm text-muted">
        {one.device_id === null
          ? t('history.safe', { branch })
          : t('history.till', { branch, device: isolateBidi(`#${one.device_id}`) })}
        {one.account_name === null ? null : ` · ${t('history.by', { name: isolateBidi(one.account_name) })}`}
      </p>
      {one.reason === null ? null : <bdi className="block text-sm">{one.reason}</bdi>}
    </li>
  );
};
