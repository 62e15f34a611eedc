import { buildWhatsappLink } from '@dukkan/commerce';
import { MessageCircle, Reply } from 'lucide-react';
import { useEffect, useRef } from 'react';
import {
  BackLink,
  type BulkAction,
  Instant,
  PhoneText,
  RecordPage,
  runRowAction,
  Timeline,
  useGoBack,
} from '../../kit/index.ts';
import { Bdi, formatCodeName, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { useTitle } from '../../lib/title.ts';
import { Button, Card, CardBody, CardHeader, FactList, PageHeader } from '../../ui/index.ts';
import { type Message, useMessageActions } from './actions.ts';
import { formFields } from './fields.ts';
import { buildReplyLink } from './reply.ts';

export default function MessagePage() {
  return (
    <RecordPage of={api.contactMessage.list}>
      {(record) => record && <OpenedMessage record={record} />}
    </RecordPage>
  );
}

/** Marks a message as read when it is opened, once, so that the user can mark it as unread while it is open. */
function useOpened({ id, read_at }: Message): void {
  const { submit } = useWrite(api.contactMessage.read, { silent: true });
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    if (read_at === null) void submit({ ids: [id], read: true });
  }, [id, read_at, submit]);
}

const OpenedMessage = ({ record }: { record: Message }) => {
  const { t } = useTranslation(['contact-message', 'fields']);
  const leave = useGoBack(paths.messages);
  const actions = useMessageActions();
  useOpened(record);
  const title = record.subject ?? t('contact-message:from', { name: record.name });
  useTitle(title);
  const run = async (action: BulkAction<Message>) => {
    if (await runRowAction(action, record)) leave();
  };
  return (
    <>
      <PageHeader
        title={<bdi>{title}</bdi>}
        breadcrumbs={<BackLink to={paths.messages} label={t('contact-message:title')} />}
        actions={
          <>
            <Timeline noun="contact-message" id={record.id} facts={formFields} />
            {[actions.unread, actions.delete]
              .filter((action) => action.applies(record))
              .map((action) => (
                <Button key={action.key} onClick={() => void run(action)}>
                  {action.label}
                </Button>
              ))}
            <ReplyLinks record={record} />
          </>
        }
      />
      <div className="grid items-start gap-gap lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card>
          <CardHeader title={t('fields:message')} />
          <CardBody>
            <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {record.message}
            </p>
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={t('contact-message:sender')} />
          <CardBody>
            <MessageFacts record={record} />
          </CardBody>
        </Card>
      </div>
    </>
  );
};

/** Links to reply by the e-mail, phone or WhatsApp that the sender left. */
const ReplyLinks = ({ record }: { record: Message }) => {
  const { t } = useTranslation('contact-message');
  const chat = record.phone ? buildWhatsappLink(record.phone) : null;
  return (
    <>
      {chat ? (
        <Button asChild icon={<MessageCircle />}>
          <a href={chat} target="_blank" rel="noreferrer">
            {t('whatsapp')}
          </a>
        </Button>
      ) : null}
      {record.email ? (
        <Button asChild variant="primary" icon={<Reply className="rtl:-scale-x-100" />}>
          <a href={buildReplyLink(record.email, record.subject)}>{t('reply')}</a>
        </Button>
      ) : null}
    </>
  );
};

const MessageFacts = ({ record }: { record: Message }) => {
  const { t } = useTranslation(['contact-message', 'fields']);
  const { choice } = useFormat();
  const facts = [
    { of: formFields.name, value: <bdi>{record.name}</bdi> },
    { of: formFields.email, value: record.email && <Bdi dir="ltr">{record.email}</Bdi> },
    { of: formFields.phone, value: record.phone && <PhoneText phone={record.phone} name={record.name} /> },
    { of: formFields.branch, value: record.branch_name && <bdi>{record.branch_name}</bdi> },
    { of: formFields.locale, value: formatCodeName('language', record.locale, choice) },
    { of: formFields.created_at, value: <Instant at={record.created_at} /> },
    { of: formFields.read_at, value: record.read_at && <Instant at={record.read_at} /> },
  ];
  return (
    <FactList
      facts={facts
        .filter(({ value }) => value)
        .map(({ of, value }) => ({ id: of.name, name: t(of.label), value }))}
    />
  );
};
