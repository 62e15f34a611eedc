import { resolveText } from '@dukkan/commerce';
import { useEffect } from 'react';
import { useLocale, useTranslation } from '../lib/i18n.ts';
import { api } from '../lib/server/api.ts';
import type { RowOf } from '../lib/server/endpoint.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { setShopAppearance } from './appearance.ts';

export type Shop = RowOf<typeof api.setting.public>;

/** Returns the shop's public settings; undefined while they load. */
export const useShop = (): Shop | undefined => useRead(api.setting.public, {}).results;

/** Returns the shop's name in the user's language; the product's own name until the settings are loaded. */
export function useShopName(): string {
  const shop = useShop();
  const locale = useLocale();
  const { t } = useTranslation('shell');
  return resolveText(shop?.AppName, locale) || t('product');
}

const COLOUR = /^#[0-9a-f]{6}$/i;

/**
 * Applies the shop's colour, corners, favicon and default appearance to the page, now and after every save.
 * Rule: docs/rules/theme.md#whose-choice-holds
 */
export function useApplyShopAppearance(): void {
  const shop = useShop();
  useEffect(() => {
    if (!shop) return;
    const { theme, favIcon } = shop;
    const { style } = document.documentElement;
    if (COLOUR.test(theme.primary)) style.setProperty('--brand', theme.primary);
    style.setProperty('--corner', `${theme.radius}px`);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon && favIcon) {
      icon.removeAttribute('type');
      icon.href = favIcon;
    }
    setShopAppearance({ skin: theme.skin, density: theme.density, menu: theme.menu });
  }, [shop]);
}
