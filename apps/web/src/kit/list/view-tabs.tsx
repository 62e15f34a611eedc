import { BookmarkPlus, MoreHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { addViewMark, filterViews, type HasId, toSavedViewQuery } from '../../lib/list/list-url.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Badge, Button, IconButton, Menu, MenuItem, TabPanel, Tabs } from '../../ui/index.ts';
import type { List } from './use-list.ts';
import { ViewDialog } from './view-dialog.tsx';

const ALL = '';

/** The user's own and shared saved views of a list as tabs, above the list (children). */
export function ViewTabs<R extends HasId>({ list, children }: { list: List<R>; children: ReactNode }) {
  const { t } = useTranslation('kit');
  const signedIn = useSession().user !== null;
  const [editing, setEditing] = useState<'new' | 'old' | null>(null);
  const read = useRead(api.view.list, { noun: list.noun }, { enabled: signedIn });
  const remove = useWrite(api.view.remove, { success: t('view.removed') });
  const mark = list.key === list.noun ? '' : list.key;
  const views = filterViews(read.results ?? [], mark);
  const current = toSavedViewQuery(list.address);
  const active = views.find((view) => view.query === current);
  const changed = current !== '' && !active;
  return (
    <>
      <Tabs
        label={t('view.label')}
        // an address that matches no view has its own tab
        value={active ? String(active.id) : changed ? 'changed' : ALL}
        onChange={(value) => list.show(views.find((view) => String(view.id) === value)?.query ?? '')}
        tabs={[
          { value: ALL, label: t('view.all') },
          ...views.map((view) => ({
            value: String(view.id),
            label: <bdi>{view.name}</bdi>,
            aside: view.shared ? <Badge>{t('view.shared')}</Badge> : undefined,
          })),
          ...(changed ? [{ value: 'changed', label: t('view.unsaved') }] : []),
        ]}
        end={
          changed ? (
            <Button variant="ghost" size="sm" icon={<BookmarkPlus />} onClick={() => setEditing('new')}>
              {t('view.save')}
            </Button>
          ) : active?.own ? (
            <Menu trigger={<IconButton size="sm" label={t('view.menu')} icon={<MoreHorizontal />} />}>
              <MenuItem onSelect={() => setEditing('old')}>{t('view.edit')}</MenuItem>
              <MenuItem
                danger
                onSelect={() => void remove.submit({ id: active.id }).then((done) => done && list.show(''))}
              >
                {t('view.remove')}
              </MenuItem>
            </Menu>
          ) : undefined
        }
        className="print:[&>div:first-child]:hidden"
      >
        <TabPanel value={active ? String(active.id) : changed ? 'changed' : ALL} className="pt-3">
          {children}
        </TabPanel>
      </Tabs>
      {editing ? (
        <ViewDialog
          noun={list.noun}
          view={editing === 'old' ? active : undefined}
          query={addViewMark(current, mark)}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </>
  );
}
