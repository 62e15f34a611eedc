import {
  CircleHelp,
  Keyboard,
  Languages,
  ListChecks,
  LogOut,
  Moon,
  PanelLeft,
  Plus,
  Rows3,
  Sun,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useCanOpen } from '../../lib/can-open.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { useLocale, useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/server/session.ts';
import { setAppearancePreference, setLocalePreference, useAppearance } from '../appearance.ts';
import { CREATIONS } from '../creations.ts';
import { dismissFirstSteps } from '../home/use-first-steps.ts';
import { showPanel } from '../panels.ts';

export type PaletteAction = {
  id: string;
  label: string;
  /** Other search words for the action, separated by commas. */
  words: string;
  icon: ReactNode;
  act: () => void;
};

/** Returns the actions that can be started from any page, without those that the account may not do. */
export function usePaletteActions(): PaletteAction[] {
  const { t } = useTranslation(['shell', 'palette']);
  const { can, signOut, user } = useSession();
  const aside = user?.preferences.steps_aside ?? [];
  const openPage = useOpenPage();
  const canOpen = useCanOpen();
  const locale = useLocale();
  const { skin, density, menu } = useAppearance();
  const dark = skin === 'dark' || (skin === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);

  const creations = CREATIONS.filter(({ path, use }) => can(use) && canOpen(path));

  const action = (id: string, icon: ReactNode, act: () => void): PaletteAction => ({
    id,
    label: t(`action.${id}`),
    words: t(`palette:action_words.${id}`, { defaultValue: '' }),
    icon,
    act,
  });

  const languages = (['ar', 'en', 'de'] as const).filter((one) => one !== locale);
  return [
    ...creations.map(({ name, path }) => ({
      id: `new_${name}`,
      label: t(`palette:new.${name}`),
      words: `${t(`palette:new_words.${name}`)}, ${t('palette:new_any')}`,
      icon: <Plus />,
      act: () => openPage(path),
    })),
    action(dark ? 'light' : 'dark', dark ? <Sun /> : <Moon />, () =>
      setAppearancePreference({ skin: dark ? 'light' : 'dark' }),
    ),
    ...languages.map((one) => ({
      id: `locale_${one}`,
      label: t('action.locale', { language: t(`common:locale.${one}`) }),
      words: one,
      icon: <Languages />,
      act: () => setLocalePreference(one),
    })),
    action(density === 'compact' ? 'comfortable' : 'compact', <Rows3 />, () =>
      setAppearancePreference({ density: density === 'compact' ? 'comfortable' : 'compact' }),
    ),
    action(menu === 'open' ? 'menu_collapse' : 'menu_open', <PanelLeft className="rtl:-scale-x-100" />, () =>
      setAppearancePreference({ menu: menu === 'open' ? 'collapsed' : 'open' }),
    ),
    action('shortcuts', <Keyboard />, () => showPanel('shortcuts')),
    ...(aside.length > 0
      ? [
          action('first_steps', <ListChecks />, () => {
            dismissFirstSteps([]);
            openPage(paths.home);
          }),
        ]
      : []),
    action('tour', <CircleHelp />, () => showPanel('tour')),
    action('sign_out', <LogOut />, signOut),
  ];
}
