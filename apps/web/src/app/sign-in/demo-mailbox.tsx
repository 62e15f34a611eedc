import { ArrowLeft, Inbox, Mail, MessageSquare } from 'lucide-react';
import { Navigate } from 'react-router-dom';
import { Link } from '../../kit/link.tsx';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Button, Card, EmptyState, PageHeader, Spinner } from '../../ui/index.ts';

const EVERY = 3_000;

/** Lists the e-mails and text messages that were not really sent, in demo mode only; one-time codes appear here. */
const DemoMailbox = () => {
  const { t } = useTranslation(['auth', 'common']);
  const format = useFormat();
  const { results, failure } = useRead(api.demo.mailbox, { limit: 50 }, { every: EVERY });
  if (failure?.status === 404) return <Navigate to={paths.notFound} replace />;
  return (
    <main className="mx-auto w-full max-w-2xl p-4 sm:py-8">
      <PageHeader
        title={t('mailbox.title')}
        description={t('mailbox.text')}
        actions={
          <Button asChild icon={<ArrowLeft className="rtl:-scale-x-100" />}>
            <Link to={paths.login}>{t('mailbox.back')}</Link>
          </Button>
        }
      />
      {results ? null : <Spinner label={t('common:state.loading')} />}
      {results?.length === 0 ? (
        <EmptyState icon={<Inbox />} title={t('mailbox.empty')} text={t('mailbox.empty_text')} />
      ) : null}
      <ul aria-live="polite" className="flex flex-col gap-3">
        {results?.map((message) => (
          <li key={message.id}>
            <Card className="p-4">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-subtle">
                {message.channel === 'sms' ? (
                  <MessageSquare aria-hidden="true" className="size-4" />
                ) : (
                  <Mail aria-hidden="true" className="size-4" />
                )}
                <Bdi dir="ltr">{message.recipient}</Bdi>
                <Bdi>{format.dateTime(message.created_at)}</Bdi>
              </p>
              {message.subject ? <h2 className="mt-1.5 font-medium text-ink">{message.subject}</h2> : null}
              <p dir="auto" className="mt-1 whitespace-pre-line text-muted [overflow-wrap:anywhere]">
                {message.body}
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </main>
  );
};

export default DemoMailbox;
