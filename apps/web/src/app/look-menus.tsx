import { Languages, Monitor, Moon, Sun } from 'lucide-react';
import { useLocale, useTranslation } from '../lib/i18n.ts';
import { rememberForUser } from '../lib/preferences.ts';
import { useSession } from '../lib/session.ts';
import { IconButton, Menu, MenuChoice, MenuLabel, MenuSeparator } from '../ui/index.ts';
import { chooseLook, pickLocale, useLookChoice } from './look-choice.ts';

const LOCALES = ['ar', 'en', 'de'] as const;

/** The language of the page; each is named in itself. */
export const LanguageMenu = () => {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  return (
    <Menu
      label={t('language')}
      trigger={<IconButton label={t('language')} icon={<Languages />} data-tour="language" />}
    >
      <MenuChoice
        value={locale}
        onChange={pickLocale}
        options={LOCALES.map((value) => ({
          value,
          label: <span lang={value}>{t(`common:locale.${value}`)}</span>,
        }))}
      />
    </Menu>
  );
};

const SKINS = ['light', 'dark', 'system'] as const;
const DENSITIES = ['comfortable', 'compact'] as const;
const DIGITS = ['latn', 'arab'] as const;
const skinIcons = { light: <Sun />, dark: <Moon />, system: <Monitor /> };

/** Skin and density; in Arabic also the digits. */
export const LookMenu = () => {
  const { t } = useTranslation('shell');
  const { skin, density } = useLookChoice();
  const { user } = useSession();
  const locale = useLocale();
  return (
    <Menu
      label={t('look.label')}
      trigger={<IconButton label={t('look.label')} icon={skinIcons[skin]} data-tour="skin" />}
    >
      <MenuLabel>{t('look.skin')}</MenuLabel>
      <MenuChoice
        value={skin}
        onChange={(value) => chooseLook({ skin: value })}
        options={SKINS.map((value) => ({ value, label: t(`look.${value}`) }))}
      />
      <MenuSeparator />
      <MenuLabel>{t('look.density')}</MenuLabel>
      <MenuChoice
        value={density}
        onChange={(value) => chooseLook({ density: value })}
        options={DENSITIES.map((value) => ({ value, label: t(`look.${value}`) }))}
      />
      {user && locale === 'ar' ? (
        <>
          <MenuSeparator />
          <MenuLabel>{t('look.digits')}</MenuLabel>
          <MenuChoice
            value={user.preferences.digits ?? 'latn'}
            onChange={(digits) => rememberForUser({ preferences: { digits } })}
            options={DIGITS.map((value) => ({ value, label: <bdi>{t(`look.${value}`)}</bdi> }))}
          />
        </>
      ) : null}
    </Menu>
  );
};
