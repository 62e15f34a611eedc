import { type BulkAction, type RowOf, useDeleteAction, useUndoToast } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { callApi } from '../../lib/server/call.ts';
import { useSession } from '../../lib/server/session.ts';

export type Message = RowOf<typeof api.contactMessage.list>;

/** The most that the server marks in one call. */
const SIZE = 100;

const { read: endpoint } = api.contactMessage;

/** Marks in as few calls as the server allows. */
async function mark(ids: readonly number[], read: boolean): Promise<void> {
  for (let from = 0; from < ids.length; from += SIZE)
    await callApi(endpoint, { ids: ids.slice(from, from + SIZE), read });
}

/** What can be done with messages: marking them as read or unread, and deleting. All of it can be undone. */
export function useMessageActions() {
  const { t } = useTranslation('contact-message');
  const { can } = useSession();
  const tell = useUndoToast();
  const marking = (key: 'read' | 'unread', read: boolean): BulkAction<Message> => ({
    key,
    label: t(`mark.${key}`),
    applies: (row) => (row.read_at !== null) !== read && can(endpoint),
    run: ({ id }) => mark([id], read),
    runMany: { size: SIZE, run: (rows) => mark(idsOf(rows), read) },
    invalidates: endpoint.invalidates,
    onDone: (rows) =>
      tell(
        t(`marked.${key}`, { count: rows.length, name: rows[0]?.name }),
        () => mark(idsOf(rows), !read),
        endpoint.invalidates,
      ),
  });
  return {
    read: marking('read', true),
    unread: marking('unread', false),
    delete: useDeleteAction(api.contactMessage, (row: Message) => row.name),
  };
}

const idsOf = (rows: readonly Message[]) => rows.map(({ id }) => id);
