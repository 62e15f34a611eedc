import { useLocale, useTranslation } from '../../lib/i18n.ts';
import { savePreference } from '../../lib/server/preferences.ts';
import { useSession } from '../../lib/server/session.ts';
import { Menu, MenuLabel, MenuRadioGroup, MenuSeparator, type NearMenuProps } from '../../ui/index.ts';
import { setAppearancePreference, useAppearance } from '../appearance.ts';

const SKINS = ['light', 'dark', 'system'] as const;
const DENSITIES = ['comfortable', 'compact'] as const;
const DIGITS = ['latn', 'arab'] as const;

/** Selects theme and density. */
const LookMenu = (menu: NearMenuProps) => {
  const { t } = useTranslation('shell');
  const { skin, density } = useAppearance();
  const { user } = useSession();
  const locale = useLocale();
  return (
    <Menu {...menu} label={t('look.label')}>
      <MenuLabel>{t('look.skin')}</MenuLabel>
      <MenuRadioGroup
        value={skin}
        onChange={(value) => setAppearancePreference({ skin: value })}
        options={SKINS.map((value) => ({ value, label: t(`look.${value}`) }))}
      />
      <MenuSeparator />
      <MenuLabel>{t('look.density')}</MenuLabel>
      <MenuRadioGroup
        value={density}
        onChange={(value) => setAppearancePreference({ density: value })}
        options={DENSITIES.map((value) => ({ value, label: t(`look.${value}`) }))}
      />
      {user && locale === 'ar' ? (
        <>
          <MenuSeparator />
          <MenuLabel>{t('look.digits')}</MenuLabel>
          <MenuRadioGroup
            value={user.preferences.digits ?? 'latn'}
            onChange={(digits) => savePreference({ preferences: { digits } })}
            options={DIGITS.map((value) => ({ value, label: <bdi>{t(`look.${value}`)}</bdi> }))}
          />
        </>
      ) : null}
    </Menu>
  );
};

export default LookMenu;
