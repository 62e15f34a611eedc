import { Languages, Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from '../lib/i18n.ts';
import { lazyChunk } from '../lib/server/lazy-chunk.ts';
import { IconButton, LazyMenu } from '../ui/index.ts';
import { useAppearance } from './appearance.ts';

const loadLanguages = () => import('./menus/language-menu.tsx');
const LanguagePart = lazyChunk(loadLanguages);
const loadLook = () => import('./menus/look-menu.tsx');
const LookPart = lazyChunk(loadLook);

/** The language of the page. */
export const LanguageMenu = () => {
  const { t } = useTranslation('shell');
  return (
    <LazyMenu
      trigger={<IconButton label={t('language')} icon={<Languages />} data-tour="language" />}
      menu={(near) => <LanguagePart {...near} />}
      load={loadLanguages}
    />
  );
};

const skinIcons = { light: <Sun />, dark: <Moon />, system: <Monitor /> };

/** The menu for theme and density. */
export const LookMenu = () => {
  const { t } = useTranslation('shell');
  const { skin } = useAppearance();
  return (
    <LazyMenu
      trigger={<IconButton label={t('look.label')} icon={skinIcons[skin]} data-tour="skin" />}
      menu={(near) => <LookPart {...near} />}
      load={loadLook}
    />
  );
};
