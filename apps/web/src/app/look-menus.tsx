import { Languages, Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from '../lib/i18n.ts';
import { lazyPart } from '../lib/part.ts';
import { IconButton } from '../ui/index.ts';
import { useLookChoice } from './look-choice.ts';
import { NearMenu } from './near-menu.tsx';

const loadLanguages = () => import('./menus/language-menu.tsx');
const LanguagePart = lazyPart(loadLanguages);
const loadLook = () => import('./menus/look-menu.tsx');
const LookPart = lazyPart(loadLook);

/** The language of the page. */
export const LanguageMenu = () => {
  const { t } = useTranslation('shell');
  return (
    <NearMenu
      trigger={<IconButton label={t('language')} icon={<Languages />} data-tour="language" />}
      menu={LanguagePart}
      load={loadLanguages}
    />
  );
};

const skinIcons = { light: <Sun />, dark: <Moon />, system: <Monitor /> };

/** Skin, density and digits. */
export const LookMenu = () => {
  const { t } = useTranslation('shell');
  const { skin } = useLookChoice();
  return (
    <NearMenu
      trigger={<IconButton label={t('look.label')} icon={skinIcons[skin]} data-tour="skin" />}
      menu={LookPart}
      load={loadLook}
    />
  );
};
