import { Printer, ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { Instant, Link, ReadingPage, ReadingSkeleton, RecordPage } from '../../kit/index.ts';
import { CurrencyScope } from '../../lib/currency.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { getSellPath, setTill, useTill } from '../../lib/till.ts';
import { useTitle } from '../../lib/title.ts';
import { Badge, Banner, Button, MenuItem } from '../../ui/index.ts';
import { CloseDialog } from './close-dialog.tsx';
import type { ClosingMode } from './close-steps.tsx';
import { rowFields } from './fields.ts';
import { SessionLedger } from './ledger.tsx';
import { SessionFacts } from './session-facts.tsx';
import { formatSessionName } from './session-name.ts';
import { SessionDocuments, SessionPayments } from './session-sales.tsx';

export type PosSession = RowOf<typeof api.posSession.show>;

/** A session to read: who has which till since when, what was sold, and its drawer, with the next step. */
export default function PosSessionPage() {
  return (
    <RecordPage of={api.posSession.show} loading={<ReadingSkeleton />}>
      {(record) =>
        record && (
          <CurrencyScope of={record}>
            <ReadSession of={record} />
          </CurrencyScope>
        )
      }
    </RecordPage>
  );
}

const CLOSINGS: readonly ClosingMode[] = ['close', 'close_for', 'hand_over'];

const ReadSession = ({ of }: { of: PosSession }) => {
  const { t } = useTranslation('pos-session');
  const openPage = useOpenPage();
  const [closing, setClosing] = useState<ClosingMode | null>(null);
  const sell = useSellAtTill(of);
  const title = formatSessionName(of);
  useTitle(title);
  const [main, ...others] = CLOSINGS.filter((how) => of.actions.includes(how));
  const closeButton = main ? (
    <Button variant={sell ? 'secondary' : 'primary'} onClick={() => setClosing(main)}>
      {t(`${main}.do`)}
    </Button>
  ) : null;
  return (
    <>
      <ReadingPage
        title={<bdi>{title}</bdi>}
        back={{ to: paths.posSessions, label: t('title') }}
        status={
          <>
            <Badge variant={of.status === 'open' ? 'success' : of.differs ? 'warning' : 'secondary'}>
              {t(`state.${of.status}`)}
            </Badge>
            {of.clock_went_back ? <Badge variant="warning">{t('clock_went_back')}</Badge> : null}
          </>
        }
        description={
          <>
            <bdi>{of.branch_name}</bdi>
            {of.opened_by_name ? (
              <>
                {' '}
                · <bdi>{of.opened_by_name}</bdi>
              </>
            ) : null}{' '}
            · {t('since')} <Instant at={of.opened_at} />
          </>
        }
        actions={
          <>
            <Button asChild icon={<Printer />}>
              <Link to={paths.posSessionPaper(of.id)}>{t(of.status === 'open' ? 'x' : 'z')}</Link>
            </Button>
            {sell ? closeButton : null}
          </>
        }
        more={others.map((how) => (
          <MenuItem key={how} onSelect={() => setClosing(how)}>
            {t(`${how}.do`)}
          </MenuItem>
        ))}
        primary={
          sell ? (
            <Button variant="primary" icon={<ShoppingCart />} onClick={sell}>
              {t('this_till.sell')}
            </Button>
          ) : (
            closeButton
          )
        }
        notice={<SessionNotices of={of} />}
        aside={<SessionFacts of={of} />}
        history={{ noun: 'pos-session', id: of.id, facts: rowFields }}
      >
        <SessionLedger of={of} />
        <SessionPayments of={of} />
        <SessionDocuments of={of} />
      </ReadingPage>
      {closing ? (
        <CloseDialog
          of={of}
          how={closing}
          onClose={() => setClosing(null)}
          onOpened={(id) => {
            setClosing(null);
            openPage(paths.posSession(id));
          }}
        />
      ) : null}
    </>
  );
};

/**
 * Returns how to sell in an open session: for the person who opened it, and in a browser that sells at its till; null
 * for everybody else.
 */
function useSellAtTill({ status, device_id, device_name, branch_id, opened_by }: PosSession) {
  const { can, user } = useSession();
  const openPage = useOpenPage();
  const till = useTill();
  if (status !== 'open' || !can(api.order.make)) return null;
  if (till ? till.id !== device_id : opened_by !== user?.id) return null;
  return () => {
    setTill({ id: device_id, branch_id, name: device_name });
    openPage(getSellPath());
  };
}

/** Says in words how far a counted drawer was off, and which orders keep an open one from being closed. */
const SessionNotices = ({ of }: { of: PosSession }) => {
  const { t } = useTranslation('pos-session');
  const { money, number } = useFormat();
  const { difference, open_orders, status } = of;
  const openText =
    status === 'open' && open_orders > 0
      ? t('close.open_orders', { count: open_orders, shown: number(open_orders) })
      : null;
  if (openText !== null) return <Banner>{openText}</Banner>;
  if (!difference) return null;
  const amount = isolateBidi(money(Math.abs(difference), of.currency));
  return (
    <Banner tone={of.differs ? 'warning' : 'info'}>
      {t(difference < 0 ? 'off.short' : 'off.over', { amount })}
      {of.note ? (
        <>
          {' '}
          <bdi>{of.note}</bdi>
        </>
      ) : null}
    </Banner>
  );
};
