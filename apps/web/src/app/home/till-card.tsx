import { MonitorCheck, ShoppingCart } from 'lucide-react';
import { Link } from '../../kit/link.tsx';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { getSellPath, setTill, useTill } from '../../lib/till.ts';
import { Button, Card, Skeleton } from '../../ui/index.ts';

type Session = RowOf<typeof api.posSession.list>;

/**
 * What a person who sells does next: open the till, or sell with the open session. Who sees reports has other work, so
 * that it is shown to them only at a till or with their own session. Rule: docs/rules/screens.md#home
 */
const TillCard = () => {
  const { can, user } = useSession();
  const till = useTill();
  const read = useRead(api.posSession.list, {
    status: 'open',
    limit: 1,
    ...(till ? { device_id: till.id } : { opened_by: user?.id ?? 0 }),
  });
  const isAtTill = till !== null || !can(api.report.list);
  const session = read.results?.[0];
  if (session) return <OpenTill of={session} />;
  if (!isAtTill) return null;
  return read.results ? <ClosedTill name={till?.name ?? null} /> : <Skeleton className="mb-6 h-20" />;
};

const OpenTill = ({ of }: { of: Session }) => {
  const { t } = useTranslation('shell');
  const { relative, dateTime } = useFormat();
  const { user } = useSession();
  const till = useTill();
  const isOwn = of.opened_by === user?.id;
  return (
    <TillFrame
      title={<bdi>{of.device_name}</bdi>}
      text={t(isOwn ? 'till.open' : 'till.open_by', {
        name: isolateBidi(of.opened_by_name ?? ''),
        since: isolateBidi(relative(of.opened_at)),
      })}
      hint={dateTime(of.opened_at)}
    >
      <Button asChild variant="primary" size="lg" icon={<ShoppingCart />}>
        <Link
          to={getSellPath()}
          // sold at the till of the session, also in a browser that has none yet
          onClick={() => till ?? setTill({ id: of.device_id, branch_id: of.branch_id, name: of.device_name })}
        >
          {t('till.sell')}
        </Link>
      </Button>
      <Button asChild size="lg">
        <Link to={paths.posSession(of.id)}>{t('till.show')}</Link>
      </Button>
    </TillFrame>
  );
};

const ClosedTill = ({ name }: { name: string | null }) => {
  const { t } = useTranslation('shell');
  return (
    <TillFrame title={name === null ? t('till.none') : <bdi>{name}</bdi>} text={t('till.closed')}>
      <Button asChild variant="primary" size="lg" icon={<MonitorCheck />}>
        <Link to={paths.posSessionNew}>{t('till.do_open')}</Link>
      </Button>
    </TillFrame>
  );
};

type FrameProps = { title: React.ReactNode; text: string; hint?: string; children: React.ReactNode };

const TillFrame = ({ title, text, hint, children }: FrameProps) => {
  const { t } = useTranslation('shell');
  return (
    <Card className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 p-4" aria-label={t('till.label')}>
      <div className="min-w-0 flex-1">
        <h2 className="text-lg font-semibold text-ink">{title}</h2>
        <p className="text-base text-muted" title={hint}>
          {text}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </Card>
  );
};

export default TillCard;
