import { Fragment, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Bdi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { getRecordPath } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { CommandDialog, type CommandEntry } from '../../ui/command-dialog.tsx';
import { getIcon } from '../icons.ts';
import { filterAllowedRoutes, findRoute, isBuilt } from '../routes.ts';
import { useActions } from './actions.tsx';
import { sortByMatch } from './rank.ts';

const TYPING_PAUSE = 180;
const SHORTEST = 2;

type PaletteProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Pages, actions and records by name; only what this account may open (ux.md, 'Doing'). */
const Palette = ({ open, onOpenChange }: PaletteProps) => {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const { canPass } = useSession();
  const records = useRecords(text, open);
  const actions = useActions();

  useEffect(() => {
    if (!open) setText('');
  }, [open]);

  const choose = (then: () => void) => () => {
    onOpenChange(false);
    then();
  };

  const pages = useMemo(
    () =>
      filterAllowedRoutes(canPass).map(({ path, entry }) => ({
        path,
        Icon: getIcon(entry.icon),
        label: t(`route.${entry.name}`),
        group: t(`group.${entry.group ?? 'top'}`),
        words: t(`route_words.${entry.name}`, { defaultValue: '' }),
      })),
    [canPass, t],
  );

  const groups: { heading: string; entries: CommandEntry[] }[] = [
    {
      heading: t('palette.records'),
      entries: records.rows.map((row) => ({
        id: `record:${row.noun}:${row.id}`,
        label: <Words text={row.title} />,
        hint: row.subtitle ? <Words text={row.subtitle} /> : undefined,
        icon: pictureOf(row.path),
        aside: row.status === 0 ? t('common:state.disabled') : t(`noun.${row.noun}`, { defaultValue: '' }),
        onSelect: choose(() => void navigate(row.path)),
      })),
    },
    {
      heading: t('palette.pages'),
      entries: sortByMatch(pages, text, ({ label, path, group, words }) => [
        label,
        path,
        `${group} ${label}`,
        words,
      ]).map(({ path, Icon, label, group }) => ({
        id: `page:${path}`,
        label,
        icon: <Icon />,
        aside: group,
        onSelect: choose(() => void navigate(path)),
      })),
    },
    {
      heading: t('palette.actions'),
      entries: sortByMatch(actions, text, ({ label, words }) => [label, words]).map((action) => ({
        id: `action:${action.id}`,
        label: action.label,
        icon: action.icon,
        onSelect: choose(action.act),
      })),
    },
  ];

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
    />
  );
};

/**
 * What tells of a record, part by part as the server joins them: each has its own direction, and one without letters
 * (a phone, a number) is read from the left, so that its plus stays before it.
 */
const Words = ({ text }: { text: string }) =>
  // what is said already is not said again
  [...new Set(text.split(' · '))].map((part, at) => (
    <Fragment key={part}>
      {at > 0 ? ' · ' : null}
      <Bdi dir={/\p{L}/u.test(part) ? 'auto' : 'ltr'}>{part}</Bdi>
    </Fragment>
  ));

const pictureOf = (path: string) => {
  const place = findRoute(path);
  const Icon = place ? getIcon(place.entry.icon) : undefined;
  return Icon ? <Icon /> : undefined;
};

/** Records that the server finds, once the typing pauses; those without a page of their own are left out. */
function useRecords(text: string, open: boolean) {
  const typed = text.trim();
  const [keywords, setKeywords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeywords(typed), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const { canPass } = useSession();
  const enough = open && keywords.length >= SHORTEST && typed.length >= SHORTEST;
  const { results, isFetching } = useRead(api.system.search, { keywords }, { enabled: enough });
  const rows = (enough ? (results ?? []) : []).flatMap((row) => {
    const path = getRecordPath(row.noun, row.id);
    const place = path ? findRoute(path) : null;
    return path && place && isBuilt(place.entry) && canPass(place.keys) ? [{ ...row, path }] : [];
  });
  return { rows, searching: enough && isFetching };
}

export default Palette;
