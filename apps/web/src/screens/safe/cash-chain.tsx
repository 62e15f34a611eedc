import { ArrowRight, Banknote, Bike, Landmark, Vault } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Instant } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { Failed } from '../../kit/record-states.tsx';
import { useCurrency } from '../../lib/currency.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { ResultOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { DriverHandIn } from '../../shared/driver-hand-in.tsx';
import { Badge, Button, Card, CardBody, CardHeader, Skeleton } from '../../ui/index.ts';
import { CountDialog } from './count-dialog.tsx';
import { BankedDialog, type SafeMove, SafeMoveDialog } from './dialogs.tsx';

type Where = ResultOf<typeof api.safe.where>;
type Held = Where['held'][number];
type OpenDialog =
  | { dialog: SafeMove | 'count'; currency: string }
  | { dialog: 'banked'; move: Held }
  | { dialog: 'hand_in'; driver_id: number }
  | null;

const HOLDERS = ['drawer', 'driver', 'safe', 'bank'] as const;
const ICONS = { drawer: Banknote, driver: Bike, safe: Vault, bank: Landmark } as const;

/** Where a branch's cash is: in drawers, with drivers, in the safe, and on the way to the bank. */
export const CashChain = ({ branch_id }: { branch_id: number }) => {
  const { t } = useTranslation('safe');
  const read = useRead(api.safe.where, { branch_id });
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  if (read.failure && !read.results)
    return <Failed failure={read.failure} retry={() => void read.refetch()} />;
  if (!read.results) return <Skeleton className="h-40" />;
  const { held, branch_name } = read.results;
  const close = () => setOpenDialog(null);
  return (
    <section aria-labelledby="where" className="grid min-w-0 gap-3">
      <h2 id="where" className="text-base font-semibold text-ink">
        {t('where')} <bdi className="font-normal text-muted">{branch_name}</bdi>
      </h2>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2 xl:grid-cols-4">
        {HOLDERS.map((holder) => (
          <li key={holder} className="min-w-0">
            <HolderCard
              holder={holder}
              held={held.filter((one) => one.holder === holder)}
              onAsk={setOpenDialog}
            />
          </li>
        ))}
      </ol>
      {openDialog?.dialog === 'count' ? (
        <CountDialog branch_id={branch_id} currency={openDialog.currency} onClose={close} />
      ) : null}
      {openDialog?.dialog === 'banked' ? <BankedDialog move={openDialog.move} onClose={close} /> : null}
      {openDialog?.dialog === 'hand_in' ? <DriverHandIn id={openDialog.driver_id} onClose={close} /> : null}
      {openDialog && 'currency' in openDialog && openDialog.dialog !== 'count' ? (
        <SafeMoveDialog
          kind={openDialog.dialog}
          branch_id={branch_id}
          currency={openDialog.currency}
          held={
            held.find((one) => one.holder === 'safe' && one.currency === openDialog.currency)?.amount ?? 0
          }
          onClose={close}
        />
      ) : null}
    </section>
  );
};

type HolderProps = {
  holder: Held['holder'];
  held: readonly Held[];
  onAsk: (asked: OpenDialog) => void;
};

const HolderCard = ({ holder, held, onAsk }: HolderProps) => {
  const { t } = useTranslation('safe');
  const Icon = ICONS[holder];
  return (
    <Card className="h-full">
      <CardHeader
        level={3}
        title={
          <span className="flex items-center gap-2">
            <Icon aria-hidden="true" className="size-4 text-subtle" />
            {t(`holder.${holder}`)}
            {holder === 'bank' ? null : (
              <ArrowRight aria-hidden="true" className="size-4 text-subtle rtl:-scale-x-100" />
            )}
          </span>
        }
      />
      <CardBody className="grid gap-2">
        {held.length === 0 ? (
          <p className="text-sm text-muted">{t(`nothing.${holder}`)}</p>
        ) : (
          <ul className="grid gap-2.5">
            {held.map((one) => (
              <Row
                key={`${one.session_id}-${one.account_id}-${one.move_id}-${one.currency}`}
                one={one}
                onAsk={onAsk}
              />
            ))}
          </ul>
        )}
        {holder === 'safe' ? <SafeButtons held={held} onAsk={onAsk} /> : null}
      </CardBody>
    </Card>
  );
};

const Row = ({ one, onAsk }: { one: Held; onAsk: HolderProps['onAsk'] }) => {
  const { t } = useTranslation('safe');
  const { can } = useSession();
  return (
    <li className="grid min-w-0 gap-0.5 border-b border-line pb-2 last:border-b-0 last:pb-0">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 truncate text-sm font-medium">
          <HolderName one={one} />
        </span>
        <span className="text-lg font-semibold text-ink tabular-nums">
          {one.amount === null ? (
            <span className="text-sm font-normal text-muted">{t('not_told')}</span>
          ) : (
            <MoneyText amount={one.amount} currency={one.currency} />
          )}
        </span>
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-subtle">
        <HeldSince one={one} />
        {one.holder === 'bank' && can(api.safe.banked) ? (
          <Button size="sm" onClick={() => onAsk({ dialog: 'banked', move: one })}>
            {t('banked.open')}
          </Button>
        ) : null}
        {one.holder === 'driver' &&
        one.account_id !== null &&
        (one.amount ?? 0) > 0 &&
        can(api.posSession.move) &&
        can(api.driverCash.list) ? (
          <Button size="sm" onClick={() => onAsk({ dialog: 'hand_in', driver_id: one.account_id as number })}>
            {t('hand_in')}
          </Button>
        ) : null}
      </span>
    </li>
  );
};

const HolderName = ({ one }: { one: Held }): ReactNode => {
  const { t } = useTranslation('safe');
  if (one.holder === 'drawer') return <bdi>{one.device_name ?? `#${one.device_id}`}</bdi>;
  if (one.holder === 'safe')
    return one.counted ? t('holder.safe') : <Badge variant="warning">{t('uncounted')}</Badge>;
  return <bdi>{one.account_name ?? '–'}</bdi>;
};

const HeldSince = ({ one }: { one: Held }) => {
  const { t } = useTranslation('safe');
  return (
    <span className="min-w-0">
      {one.holder === 'drawer' && one.account_name ? (
        <>
          <bdi>{one.account_name}</bdi> ·{' '}
        </>
      ) : null}
      {one.since === null ? null : (
        <>
          {t('since')} <Instant at={one.since} />
        </>
      )}
    </span>
  );
};

const MOVES: readonly SafeMove[] = ['bank', 'in', 'out'];

const SafeButtons = ({ held, onAsk }: Omit<HolderProps, 'holder'>) => {
  const { t } = useTranslation('safe');
  const { can } = useSession();
  const shop = useCurrency();
  const currency = held[0]?.currency ?? shop;
  if (!can(api.safe.count) || currency === undefined) return null;
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      <Button size="sm" variant="primary" onClick={() => onAsk({ dialog: 'count', currency })}>
        {t(held.some((one) => one.counted) ? 'count.open' : 'count.first')}
      </Button>
      {MOVES.map((dialog) => (
        <Button key={dialog} size="sm" onClick={() => onAsk({ dialog, currency })}>
          {t(`move.${dialog}.open`)}
        </Button>
      ))}
    </div>
  );
};
