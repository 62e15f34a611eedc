import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { Instant, RecordStates } from '../../kit/index.ts';
import { Bdi, isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Button, Card, CardBody, CardHeader, ConfirmDialog } from '../../ui/index.ts';

/** Where this account is signed in, with a button to sign it out everywhere. */
export const Sessions = ({ account }: { account: { id: number; name: string } }) => {
  const { t } = useTranslation('account');
  const [asking, setAsking] = useState(false);
  const read = useRead(api.session.list, { account_id: account.id });
  const revoke = useWrite(api.session.revoke, {
    success: t('sessions.ended', { name: isolateBidi(account.name) }),
    onSuccess: () => setAsking(false),
  });
  const count = read.results?.length ?? 0;
  return (
    <Card className="mt-gap print:hidden">
      <CardHeader
        title={t('sessions.title')}
        actions={
          count > 1 ? (
            <Button icon={<LogOut />} onClick={() => setAsking(true)}>
              {t('sessions.end_all')}
            </Button>
          ) : null
        }
      />
      <CardBody>
        <RecordStates read={read} use={api.session.list}>
          {(sessions) =>
            sessions.length === 0 ? (
              <p className="text-muted">{t('sessions.none')}</p>
            ) : (
              <ul className="divide-y divide-line">
                {sessions.map((session) => (
                  <li key={session.id} className="flex flex-wrap items-center gap-3 py-2">
                    <MonitorSmartphone aria-hidden="true" className="size-4 text-subtle" />
                    <span className="min-w-0 flex-1">
                      <Bdi dir="ltr" className="block truncate">
                        {session.user_agent}
                      </Bdi>
                      <span className="text-sm text-subtle">
                        <Bdi dir="ltr">{session.ip}</Bdi> · {t('sessions.seen')}{' '}
                        <Instant at={session.last_seen_at} />
                      </span>
                    </span>
                    <Button
                      size="sm"
                      disabled={revoke.busy}
                      onClick={() => void revoke.submit({ id: session.id, account_id: account.id })}
                    >
                      {t('sessions.end')}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </RecordStates>
      </CardBody>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('sessions.ask', { name: account.name })}
        text={t('sessions.ask_text')}
        confirmLabel={t('sessions.end_all')}
        cancelLabel={t('common:action.cancel')}
        danger
        loading={revoke.busy}
        onConfirm={() => void revoke.submit({ account_id: account.id, others: true })}
      />
    </Card>
  );
};
