import { CircleHelp, Keyboard, Languages, LogOut, Moon, PanelLeft, Plus, Rows3, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLocale, useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { setAppearancePreference, setLocalePreference, useAppearance } from '../appearance.ts';
import { showPanel } from '../panels.ts';
import { findRoute, isBuilt } from '../routes.ts';

export type Action = {
  id: string;
  label: string;
  /** What else it may be called by. */
  words: string;
  icon: ReactNode;
  act: () => void;
};

/** What can be done from anywhere; what this account may not do does not appear. */
export function useActions(): Action[] {
  const { t } = useTranslation('shell');
  const { can, signOut } = useSession();
  const navigate = useNavigate();
  const locale = useLocale();
  const { skin, density, menu } = useAppearance();
  const dark = skin === 'dark' || (skin === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);

  const creations = [
    { id: 'account', path: paths.accountNew, allowed: can(api.account.save) },
    { id: 'role', path: paths.roleNew, allowed: can(api.role.save) },
    { id: 'branch', path: paths.branchNew, allowed: can(api.branch.create) },
    { id: 'product', path: paths.productNew, allowed: can(api.product.save) },
    { id: 'category', path: paths.categoryNew, allowed: can(api.category.save) },
    { id: 'brand', path: paths.brandNew, allowed: can(api.brand.save) },
    { id: 'banner', path: paths.bannerNew, allowed: can(api.banner.save) },
    { id: 'slider', path: paths.sliderNew, allowed: can(api.slider.save) },
    { id: 'price_list', path: paths.priceListNew, allowed: can(api.priceList.save) },
    { id: 'wholesale', path: paths.wholesaleNew, allowed: can(api.offer.save) },
    { id: 'bundle', path: paths.bundleNew, allowed: can(api.offer.save) },
    { id: 'coupon', path: paths.couponNew, allowed: can(api.offer.save) },
    { id: 'discount', path: paths.discountNew, allowed: can(api.discount.save) },
    { id: 'extra', path: paths.extraNew, allowed: can(api.extra.save) },
    { id: 'tax_type', path: paths.taxTypeNew, allowed: can(api.taxType.save) },
    { id: 'receipt', path: paths.receiptNew, allowed: can(api.receipt.save) },
    { id: 'supplier', path: paths.supplierNew, allowed: can(api.supplier.save) },
    { id: 'import', path: paths.productImportNew, allowed: can(api.productImport.start) },
  ].filter(({ path, allowed }) => {
    const place = findRoute(path);
    return allowed && place !== null && isBuilt(place.entry);
  });

  const action = (id: string, icon: ReactNode, act: () => void): Action => ({
    id,
    label: t(`action.${id}`),
    words: t(`action.${id}_words`, { defaultValue: '' }),
    icon,
    act,
  });

  const languages = (['ar', 'en', 'de'] as const).filter((one) => one !== locale);
  return [
    ...creations.map(({ id, path }) => action(`new_${id}`, <Plus />, () => void navigate(path))),
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
    action('tour', <CircleHelp />, () => showPanel('tour')),
    action('sign_out', <LogOut />, signOut),
  ];
}
