import { resolveText } from '@dukkan/commerce';
import { useEffect } from 'react';
import { useLocale, useTranslation } from '../lib/i18n.ts';
import { api } from '../lib/server/api.ts';
import type { RowOf } from '../lib/server/endpoint.ts';
import { useRead } from '../lib/server/use-read-write.ts';
import { setShopAppearance } from './appearance.ts';

export type Shop = RowOf<typeof api.setting.public>;

/** The shop as anyone may see it; undefined until it is read. */
export const useShop = (): Shop | undefined => useRead(api.setting.public, {}).results;

/** The shop's name in the reader's language; the product's own until the settings are read. */
export function useShopName(): string {
  const shop = useShop();
  const locale = useLocale();
  const { t } = useTranslation('shell');
  return resolveText(shop?.AppName, locale) || t('product');
}

const COLOUR = /^#[0-9a-f]{6}$/i;

/** Puts the shop's colour, corners, favicon and default look on the page (specification 1, decisions 11). */
export function useApplyShopAppearance(): void {
  const shop = useShop();
  useEffect(() => {
    if (!shop) return;
    const { theme, favIcon } = shop;
    const { style } = document.documentElement;
    if (COLOUR.test(theme.primary)) style.setProperty('--brand', theme.primary);
    setCorners(style, theme.radius);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon && favIcon) {
      icon.removeAttribute('type');
      icon.href = favIcon;
    }
    setShopAppearance({ skin: theme.skin, density: theme.density, menu: theme.menu });
  }, [shop]);
}

/** The shop says how round a card is (8 is the theme's own); smaller and larger parts follow. */
function setCorners(style: CSSStyleDeclaration, radius: number): void {
  const steps = { sm: radius - 4, md: radius - 2, lg: radius, xl: radius + 4 };
  for (const [name, size] of Object.entries(steps)) {
    style.setProperty(`--radius-${name}`, radius === 0 ? '0px' : `${Math.max(2, size)}px`);
  }
}
