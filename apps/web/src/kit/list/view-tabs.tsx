import { BookmarkPlus, MoreHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useOpenPage } from '../../lib/follow.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { addViewMark, type HasId, listViewsOfList, toSavedViewQuery } from '../../lib/list/list-url.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Badge, Button, ConfirmDialog, IconButton, Menu, MenuItem, TabPanel, Tabs } from '../../ui/index.ts';
import { FinalWords } from '../final-words.tsx';
import type { List } from './use-list.ts';
import { ViewDialog } from './view-dialog.tsx';

const ALL = '';

/** A view that every user has: the translation key of its name with the namespace, and its query. */
export type ListView = {
  readonly label: string;
  readonly query: Readonly<Record<string, string | number>>;
  /** The page that the view opens instead of a query of this list. */
  readonly to?: string;
};

type ViewTabsProps<R extends HasId> = {
  list: List<R>;
  /** Views that everybody has, before the saved ones. */
  views?: readonly ListView[] | undefined;
  /** Search, filters and columns, in the row of the views. */
  tools?: ReactNode;
  children: ReactNode;
};

const toText = (query: ListView['query']): string =>
  toSavedViewQuery(new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])));

/**
 * The list's own views, and the user's and shared saved ones, as tabs above the list (children). A list without views has
 * no tabs.
 */
export function ViewTabs<R extends HasId>({ list, views: shipped = [], tools, children }: ViewTabsProps<R>) {
  const { t } = useTranslation('kit');
  const openPage = useOpenPage();
  const signedIn = useSession().user !== null;
  const [editing, setEditing] = useState<'new' | 'old' | null>(null);
  const read = useRead(api.view.list, { noun: list.noun }, { enabled: signedIn });
  const mark = list.key === list.noun ? '' : list.key;
  const views = listViewsOfList(read.results ?? [], mark);
  const [doomed, setDoomed] = useState<(typeof views)[number] | null>(null);
  const remove = useWrite(api.view.remove, {
    success: () => t('view.removed', { name: isolateBidi(doomed?.name ?? '') }),
  });
  const presets = shipped.map(({ label, query, to }) => ({
    value: label,
    label: t(label),
    // a view of another page is never the current one
    query: to ? null : toText(query),
  }));
  const current = toSavedViewQuery(list.address);
  const preset = presets.find(({ query }) => query === current);
  const active = preset ? undefined : views.find((view) => view.query === current);
  const changed = current !== '' && !preset && !active;
  // an address that matches no view has its own tab
  const tab = preset?.value ?? (active ? String(active.id) : changed ? 'changed' : ALL);
  const queryOf = (value: string): string =>
    presets.find((one) => one.value === value)?.query ??
    views.find((view) => String(view.id) === value)?.query ??
    '';
  const hasViews = presets.length + views.length > 0;
  const tabs = [
    { value: ALL, label: t('view.all') },
    ...presets.map(({ value, label }) => ({ value, label })),
    ...views.map((view) => ({
      value: String(view.id),
      label: <bdi>{view.name}</bdi>,
      aside: view.shared ? <Badge>{t('view.shared')}</Badge> : undefined,
    })),
    ...(changed ? [{ value: 'changed', label: t('view.unsaved') }] : []),
  ];
  const end = changed ? (
    <Button variant="ghost" size="sm" icon={<BookmarkPlus />} onClick={() => setEditing('new')}>
      {t('view.save')}
    </Button>
  ) : active?.own ? (
    <Menu trigger={<IconButton size="sm" label={t('view.menu')} icon={<MoreHorizontal />} />}>
      <MenuItem onSelect={() => setEditing('old')}>{t('view.edit')}</MenuItem>
      <MenuItem danger onSelect={() => setDoomed(active)}>
        {t('view.remove')}
      </MenuItem>
    </Menu>
  ) : null;
  return (
    <>
      <Tabs
        label={t('view.label')}
        value={tab}
        onChange={(value) => {
          const to = shipped.find(({ label }) => label === value)?.to;
          if (to) openPage(to);
          else list.show(queryOf(value));
        }}
        tabs={hasViews ? tabs : []}
        beside={tools}
        end={end}
        className="print:[&>div:first-child]:hidden"
      >
        <TabPanel value={tab} isPlain={!hasViews} className="pt-2">
          {children}
        </TabPanel>
      </Tabs>
      {doomed ? (
        <ConfirmDialog
          open
          onOpenChange={(open) => open || setDoomed(null)}
          title={t('view.ask', { name: doomed.name })}
          text={<FinalWords deletes>{doomed.shared ? t('view.ask_shared') : null}</FinalWords>}
          confirmLabel={t('view.remove')}
          cancelLabel={t('cancel')}
          danger
          loading={remove.busy}
          onConfirm={() =>
            void remove.submit({ id: doomed.id }).then((done) => {
              setDoomed(null);
              if (done) list.show('');
            })
          }
        />
      ) : null}
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
