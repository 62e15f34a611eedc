import { LogOut, Monitor, Smartphone, Tablet } from 'lucide-react';
import { useState } from 'react';
import { Instant, RecordStates } from '../../kit/index.ts';
import { Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Badge, Button, Card, CardBody, CardHeader, ConfirmDialog } from '../../ui/index.ts';
import { classifyIpAddress, parseUserAgent } from './device.ts';

type Session = RowOf<typeof api.session.list>;

const drawings = { desktop: Monitor, phone: Smartphone, tablet: Tablet };
const READ = 50;
/** The number of sessions shown at first; a button shows the rest. */
const FIRST = 5;

const ownFirst = (sessions: readonly Session[]) =>
  sessions.toSorted((a, b) => Number(b.current) - Number(a.current));

/** Where the user is signed in, with buttons to end each session. */
export const SessionCard = () => {
  const { t } = useTranslation('profile');
  const { number } = useFormat();
  const [asking, setAsking] = useState(false);
  const read = useRead(api.session.list, { limit: READ, sort_by: 'last_seen_at', sort_as: 'desc' });
  const [whole, setWhole] = useState(false);
  const others = (read.results ?? []).filter(({ current }) => !current).length;
  const revokeOthers = useWrite(api.session.revoke, {
    success: t('session.others_ended'),
    onSuccess: () => setAsking(false),
  });
  return (
    <Card>
      <CardHeader
        title={t('part.sessions')}
        description={t('part.sessions_text')}
        actions={
          others > 0 ? (
            <Button icon={<LogOut />} onClick={() => setAsking(true)}>
              {t('session.end_others')}
            </Button>
          ) : null
        }
      />
      <CardBody>
        <RecordStates read={read} use={api.session.list}>
          {(sessions) => (
            <>
              <ul className="divide-y divide-line">
                {ownFirst(sessions)
                  .slice(0, whole ? READ : FIRST)
                  .map((session) => (
                    <SessionLine key={session.id} session={session} />
                  ))}
              </ul>
              {sessions.length > FIRST && !whole ? (
                <Button variant="link" className="mt-2" onClick={() => setWhole(true)}>
                  {t('session.all', { count: sessions.length, shown: number(sessions.length) })}
                </Button>
              ) : null}
            </>
          )}
        </RecordStates>
      </CardBody>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('session.ask', { count: others })}
        text={t('session.ask_text')}
        confirmLabel={t('session.end_others')}
        cancelLabel={t('kit:cancel')}
        danger
        loading={revokeOthers.busy}
        onConfirm={() => void revokeOthers.submit({ others: true })}
      />
    </Card>
  );
};

const SessionLine = ({ session }: { session: Session }) => {
  const { t } = useTranslation('profile');
  const { signOut } = useSession();
  const { dateTime } = useFormat();
  const { browser, system, shape } = parseUserAgent(session.user_agent);
  const Drawing = drawings[shape];
  const place = classifyIpAddress(session.ip);
  const name =
    browser && system
      ? t('session.device', { browser, system })
      : (browser ?? system ?? (session.user_agent.split(/[ /]/)[0] || t('session.unknown')));
  const revoke = useWrite(api.session.revoke, {
    success: t('session.ended', { device: isolateBidi(name) }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <Drawing role="img" aria-label={t(`session.${shape}`)} className="size-5 shrink-0 text-subtle" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium">
          <bdi>{name}</bdi>
          {session.current ? <Badge variant="success">{t('session.current')}</Badge> : null}
        </p>
        <p className="text-sm text-subtle">
          {place === 'far' ? null : <>{t(`session.${place}`)} · </>}
          <Bdi dir="ltr">{session.ip}</Bdi> · {t('session.seen')} <Instant at={session.last_seen_at} />
        </p>
        <p className="text-sm text-subtle">
          {t('session.since')} <bdi>{dateTime(session.created_at)}</bdi>
        </p>
      </div>
      <Button
        size="sm"
        loading={revoke.busy}
        aria-label={`${t('session.end')}: ${name}`}
        onClick={() => (session.current ? signOut() : void revoke.submit({ id: session.id }))}
      >
        {t('session.end')}
      </Button>
    </li>
  );
};
