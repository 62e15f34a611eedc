import { Printer } from 'lucide-react';
import { useState } from 'react';
import { BackLink, Link, RecordPage, Timeline } from '../../kit/index.ts';
import { CurrencyScope } from '../../lib/currency.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { Badge, Button, Menu, MenuItem, PageHeader } from '../../ui/index.ts';
import { CloseDialog } from './close-dialog.tsx';
import type { ClosingMode } from './close-steps.tsx';
import { rowFields } from './fields.ts';
import { DrawerHandIn } from './hand-in-dialog.tsx';
import { SessionLedger } from './ledger.tsx';
import { CASH_MOVE_FORMS, type CashMove, MoveCashDialog } from './move-dialog.tsx';
import { SessionFacts } from './session-facts.tsx';
import { formatSessionName } from './session-name.ts';

export type PosSession = RowOf<typeof api.posSession.show>;

/** A session as a ledger, with the actions for its drawer. */
export default function PosSessionPage() {
  return (
    <RecordPage of={api.posSession.show}>
      {(record) =>
        record && (
          <CurrencyScope of={record}>
            <Head of={record} />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-gap xl:grid-cols-[minmax(0,1fr)_20rem]">
              <SessionLedger of={record} />
              <SessionFacts of={record} />
            </div>
          </CurrencyScope>
        )
      }
    </RecordPage>
  );
}

const CLOSINGS: readonly ClosingMode[] = ['close', 'close_for', 'hand_over'];

const Head = ({ of }: { of: PosSession }) => {
  const { t } = useTranslation('pos-session');
  const { can } = useSession();
  const openPage = useOpenPage();
  const [moving, setMoving] = useState<CashMove | null>(null);
  const [isTaking, setTaking] = useState(false);
  const [closing, setClosing] = useState<ClosingMode | null>(null);
  const title = formatSessionName(of);
  useTitle(title);
  const closings = CLOSINGS.filter((how) => of.actions.includes(how));
  const [main, ...others] = closings;
  return (
    <>
      <PageHeader
        title={<bdi>{title}</bdi>}
        aside={
          <>
            <Badge variant={of.status === 'open' ? 'success' : of.differs ? 'warning' : 'secondary'}>
              {t(`state.${of.status}`)}
            </Badge>
            {of.clock_went_back ? <Badge variant="warning">{t('clock_went_back')}</Badge> : null}
          </>
        }
        description={<bdi>{of.branch_name}</bdi>}
        breadcrumbs={<BackLink to={paths.posSessions} label={t('title')} />}
        actions={
          <>
            <Timeline noun="pos-session" id={of.id} facts={rowFields} />
            <Button asChild icon={<Printer />}>
              <Link to={paths.posSessionPaper(of.id)}>{t(of.status === 'open' ? 'x' : 'z')}</Link>
            </Button>
            {of.actions.includes('move') && can(api.posSession.move)
              ? CASH_MOVE_FORMS.map((kind) => (
                  <Button key={kind} onClick={() => setMoving(kind)}>
                    {t(`move.${kind}`)}
                  </Button>
                ))
              : null}
            {of.actions.includes('move') && can(api.posSession.move) && can(api.driverCash.list) ? (
              <Button onClick={() => setTaking(true)}>{t('hand_in.do')}</Button>
            ) : null}
            {others.length > 0 ? (
              <Menu trigger={<Button>{t('more')}</Button>}>
                {others.map((how) => (
                  <MenuItem key={how} onSelect={() => setClosing(how)}>
                    {t(`${how}.do`)}
                  </MenuItem>
                ))}
              </Menu>
            ) : null}
            {main ? (
              <Button variant="primary" onClick={() => setClosing(main)}>
                {t(`${main}.do`)}
              </Button>
            ) : null}
          </>
        }
      />
      {moving ? <MoveCashDialog of={of} kind={moving} onClose={() => setMoving(null)} /> : null}
      {isTaking ? <DrawerHandIn of={of} onClose={() => setTaking(false)} /> : null}
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
