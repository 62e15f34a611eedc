import { Fragment, useEffect, useMemo, useState } from 'react';
import { useCanOpen } from '../../lib/can-open.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { Bdi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { getRecordPath } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { CommandDialog, type CommandEntry } from '../../ui/overlay/command-dialog.tsx';
import { APP_ROUTES, findRoute } from '../app-routes.ts';
import { RouteIcon } from '../route-icon.tsx';
import { useSubPageAccess } from '../section-pages.ts';
import { useMenuRoutes } from '../sections.ts';
import { usePaletteActions } from './actions.tsx';
import { scoreEntry, scoreRecord, sortByScore } from './rank.ts';

const TYPING_PAUSE = 180;
const SHORTEST = 2;

/** A match in the group or in the URL of a page counts this much less than one in its name. */
const LESS = 1;
/** An entry with at least this score opens at once on Enter; with a lower one, Enter waits for the records. */
const SURE = 4.5;

type PaletteGroup = { heading: string; entries: { score: number; entry: CommandEntry }[] };

/** Sorts the entries of each group and puts the group with the best match first, so that Enter opens that match. */
function sortGroups(groups: readonly PaletteGroup[], text: string) {
  const sorted = groups.map(({ heading, entries }) => {
    const best = sortByScore(entries);
    return { heading, score: best[0]?.score ?? 0, entries: best.map(({ entry }) => entry) };
  });
  return text.trim() === '' ? sorted : sorted.toSorted((a, b) => b.score - a.score);
}

type PaletteProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Finds pages, actions and records by name; shows only what the account may open. */
const Palette = ({ open, onOpenChange }: PaletteProps) => {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const openPage = useOpenPage();
  const records = useRecords(text, open);
  const actions = usePaletteActions();

  useEffect(() => {
    if (!open) setText('');
  }, [open]);

  const choose = (then: () => void) => () => {
    onOpenChange(false);
    then();
  };

  const pages = usePages();

  const shownGroups: PaletteGroup[] = [
    {
      heading: t('palette.records'),
      entries: records.rows.map((row) => ({
        score: scoreRecord(
          [row.title, row.title.replace('#', ''), ...row.subtitle.split(' · ')],
          text,
          row.noun === 'product',
        ),
        entry: {
          id: `record:${row.noun}:${row.id}`,
          label: <RecordWords text={row.title} />,
          hint: row.subtitle ? <RecordWords text={row.subtitle} /> : undefined,
          icon: renderRouteIcon(row.path),
          aside: row.status === 0 ? t('common:state.disabled') : t(`noun.${row.noun}`, { defaultValue: '' }),
          onSelect: choose(() => openPage(row.path)),
        },
      })),
    },
    {
      heading: t('palette.pages'),
      entries: pages.map(({ path, icon, label, group, words }) => ({
        score: Math.max(
          scoreEntry(label, words, text),
          scoreEntry(`${group} ${label}`, '', text) - LESS,
          scoreEntry(path, '', text) - LESS,
        ),
        entry: {
          id: `page:${path}`,
          label,
          icon,
          aside: group,
          onSelect: choose(() => openPage(path)),
        },
      })),
    },
    {
      heading: t('palette.actions'),
      entries: actions.map(({ id, label, words, icon, act }) => ({
        score: scoreEntry(label, words, text),
        entry: { id: `action:${id}`, label, icon, onSelect: choose(act) },
      })),
    },
  ];
  const groups = sortGroups(shownGroups, text);

  return (
    <CommandDialog
      open={open}
      onOpenChange={onOpenChange}
      label={t('palette.label')}
      placeholder={t('palette.placeholder')}
      text={text}
      onText={setText}
      groups={groups}
      emptyText={t('palette.empty')}
      loading={records.searching}
      isSure={(groups[0]?.score ?? 0) >= SURE}
    />
  );
};

/** Returns the pages that this account may open: those in the menu and their sub-pages. */
function usePages() {
  const { t } = useTranslation(['shell', 'palette']);
  const routes = useMenuRoutes();
  const opens = useSubPageAccess();
  return useMemo(() => {
    const ofMenu = routes.map(({ path, entry }) => ({
      path,
      label: t(`route.${entry.name}`),
      group: t(`section.${entry.section ?? 'home'}`),
      words: t(`palette:page_words.${entry.name}`, { defaultValue: '' }),
    }));
    const besideThem = APP_ROUTES.flatMap(({ entry }) => entry.subPages ?? [])
      .filter(opens)
      .map(({ name, path }) => ({
        path,
        label: t(`route.${name}`),
        group: t(`route.${findRoute(path)?.entry.name}`),
        words: t(`palette:page_words.${name}`),
      }));
    return [...ofMenu, ...besideThem].map((page) => ({ ...page, icon: renderRouteIcon(page.path) }));
  }, [opens, routes, t]);
}

/**
 * The parts of a record's text, which the server joins with ' · '. Each part has its own direction; one without
 * letters, such as a phone number, is left-to-right, so that its plus sign stays in front.
 */
const RecordWords = ({ text }: { text: string }) =>
  // identical parts are shown once
  [...new Set(text.split(' · '))].map((part, at) => (
    <Fragment key={part}>
      {at > 0 ? ' · ' : null}
      <Bdi dir={/\p{L}/u.test(part) ? 'auto' : 'ltr'}>{part}</Bdi>
    </Fragment>
  ));

const renderRouteIcon = (path: string) => {
  const place = findRoute(path);
  return place ? <RouteIcon name={place.entry.icon} /> : undefined;
};

/** Searches for records on the server when the user pauses typing; records without their own page are left out. */
function useRecords(text: string, open: boolean) {
  const typed = text.trim();
  const [keywords, setKeywords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeywords(typed), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const canOpen = useCanOpen();
  const enough = open && keywords.length >= SHORTEST && typed.length >= SHORTEST;
  const { results, isFetching } = useRead(api.system.search, { keywords }, { enabled: enough });
  const isBehind = open && typed.length >= SHORTEST && typed !== keywords;
  const rows = (enough ? (results ?? []) : []).flatMap((row) => {
    const path = getRecordPath(row.noun, row.id);
    return path && canOpen(path) ? [{ ...row, path }] : [];
  });
  return { rows, searching: isBehind || (enough && isFetching) };
}

export default Palette;
