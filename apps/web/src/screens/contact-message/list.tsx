import { MessageSquare } from 'lucide-react';
import { type ListColumn, ListPage, PhoneText, useColumnPreferences, useList } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { prefetchList } from '../../lib/list/prefetch-list.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { type Message, useMessageActions } from './actions.ts';
import { formFields, unread } from './fields.ts';
import { About, Sender } from './sender.tsx';

const columns: readonly ListColumn<Message>[] = [
  { of: formFields.name, cell: (row) => <Sender row={row} /> },
  { of: formFields.subject, cell: (row) => <About row={row} /> },
  formFields.created_at,
  { of: formFields.phone, cell: (row) => <PhoneText phone={row.phone} name={row.name} /> },
  formFields.email,
  formFields.branch,
  { of: formFields.read_at, at: 'extra' },
];
const filters = [unread, formFields.branch];
const card = [formFields.subject.name, formFields.phone.name, formFields.created_at.name];

export const prefetch = prefetchList(api.contactMessage.list);

export default function MessageList() {
  const { t } = useTranslation('contact-message');
  const actions = Object.values(useMessageActions());
  const list = useList(api.contactMessage.list, { noun: 'contact-message', bulk: actions });
  const visibleColumns = useColumnPreferences(list.key, columns);
  return (
    <ListPage
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      title={t('title')}
      filters={filters}
      search={t('search')}
      open={(row) => paths.message(row.id)}
      card={card}
      nameOf={(row) => row.name}
      actions={actions}
      empty={{ icon: <MessageSquare />, title: t('empty'), text: t('empty_text') }}
    />
  );
}
