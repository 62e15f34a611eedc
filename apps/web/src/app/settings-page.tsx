import { hasTypedWords } from '@dukkan/commerce';
import { useState } from 'react';
import { Link } from '../kit/link.tsx';
import { useTranslation } from '../lib/i18n.ts';
import { Card, EmptyState, PageHeader, SearchInput } from '../ui/index.ts';
import type { AppRoute } from './app-routes.ts';
import { RouteIcon } from './route-icon.tsx';
import { useMenuRoutes } from './sections.ts';

/** The settings that stand elsewhere in the menu, because people work with them, and are looked for here too. */
const ELSEWHERE = ['delivery_methods', 'zones', 'price_lists', 'roles'];

/** All settings as cards, with a search over their names, explanations and other words. */
const SettingsPage = () => {
  const { t } = useTranslation(['shell', 'help', 'palette']);
  const [typed, setTyped] = useState('');
  const routes = useMenuRoutes();
  const query = typed.trim();
  const isFound = ({ entry: { name } }: AppRoute) =>
    hasTypedWords(
      [
        t(`route.${name}`),
        t(`help:page.${name}`),
        t(`palette:page_words.${name}`, { defaultValue: '' }),
      ].join(' '),
      query,
    );
  const own = routes.filter(({ entry }) => entry.section === 'settings' && entry.name !== 'settings');
  const others = routes.filter(({ entry }) => ELSEWHERE.includes(entry.name));
  const found = own.filter(isFound);
  const foundElsewhere = others.filter(isFound);
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader title={t('section.settings')} />
      <SearchInput
        value={typed}
        onChange={setTyped}
        label={t('help:settings.search')}
        clearLabel={t('common:action.clear')}
        className="mb-gap max-w-96"
      />
      {found.length + foundElsewhere.length === 0 ? (
        <EmptyState title={t('help:settings.none')} text={t('help:settings.none_text')} />
      ) : null}
      <SettingCards routes={found} label={t('section.settings')} />
      {foundElsewhere.length > 0 ? (
        <>
          <h2 className="mt-6 mb-2 text-base font-medium text-muted">{t('help:settings.elsewhere')}</h2>
          <SettingCards routes={foundElsewhere} label={t('help:settings.elsewhere')} />
        </>
      ) : null}
    </div>
  );
};

const SettingCards = ({ routes, label }: { routes: readonly AppRoute[]; label: string }) => {
  const { t } = useTranslation(['shell', 'help']);
  return (
    <ul aria-label={label} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {routes.map(({ entry, path }) => (
        <li key={path} data-tour={`setting.${entry.name}`}>
          <Card className="relative flex h-full gap-3 p-4 hover:border-line-strong">
            <RouteIcon name={entry.icon} className="mt-0.5 size-5 shrink-0 text-subtle" />
            <span className="min-w-0">
              <Link to={path} className="font-medium text-ink after:absolute after:inset-0 after:rounded-lg">
                {t(`route.${entry.name}`)}
              </Link>
              <span className="mt-0.5 block text-sm text-muted">{t(`help:page.${entry.name}`)}</span>
            </span>
          </Card>
        </li>
      ))}
    </ul>
  );
};

export default SettingsPage;
