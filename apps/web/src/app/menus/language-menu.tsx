import { useLocale, useTranslation } from '../../lib/i18n.ts';
import { Menu, MenuRadioGroup, type NearMenuProps } from '../../ui/index.ts';
import { setLocalePreference } from '../appearance.ts';

const LOCALES = ['ar', 'en', 'de'] as const;

/** Selects the language; each is named in its own language. */
const LanguageMenu = (menu: NearMenuProps) => {
  const { t } = useTranslation('shell');
  return (
    <Menu {...menu} label={t('language')}>
      <MenuRadioGroup
        value={useLocale()}
        onChange={setLocalePreference}
        options={LOCALES.map((value) => ({
          value,
          label: <span lang={value}>{t(`common:locale.${value}`)}</span>,
        }))}
      />
    </Menu>
  );
};

export default LanguageMenu;
