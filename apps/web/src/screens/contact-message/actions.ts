import { type BulkAction, type ListRowOf, useDeleteAction, useUndoToast } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import { useSession } from '../../lib/server/session.ts';

export type Message = ListRowOf<typeof api.contactMessage.list>;

/** The most messages that the server marks in one request. */
const SIZE = 100;

const { read: endpoint } = api.contactMessage;

/** Marks messages as read or unread in as few requests as possible. */
async function markMessages(ids: readonly number[], read: boolean): Promise<void> {
  for (let from = 0; from < ids.length; from += SIZE)
    await callApi(endpoint, { ids: ids.slice(from, from + SIZE), read });
}

/** Returns the actions for messages: mark as read or unread, and delete. All of them can be undone. */
export function useMessageActions() {
  const { t } = useTranslation('contact-message');
  const { can } = useSession();
  const tell = useUndoToast();
  const marking = (key: 'read' | 'unread', read: boolean): BulkAction<Message> => ({
    key,
    label: t(`mark.${key}`),
    applies: (row) => (row.read_at !== null) !== read && can(endpoint),
    run: ({ id }) => markMessages([id], read),
    runMany: { size: SIZE, run: (rows) => markMessages(collectIds(rows), read) },
    invalidates: endpoint.invalidates,
    onDone: (rows) =>
      tell(
        t(`marked.${key}`, { count: rows.length, name: rows[0]?.name }),
        () => markMessages(collectIds(rows), !read),
        endpoint.invalidates,
      ),
  });
  return {
    read: marking('read', true),
    unread: marking('unread', false),
    delete: useDeleteAction(api.contactMessage, (row: Message) => row.name),
  };
}

const collectIds = (rows: readonly Message[]) => rows.map(({ id }) => id);
