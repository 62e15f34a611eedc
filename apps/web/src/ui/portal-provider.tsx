import { Direction } from 'radix-ui';
import { createContext, type ReactNode, use } from 'react';

/** The element that open layers (menus, lists) are drawn into; a dialog puts itself here. */
export const PortalContext = createContext<HTMLElement | null>(null);

/** Where a portal goes: inside the dialog that is open around it, otherwise the body. */
export const usePortalContainer = (): HTMLElement | undefined => use(PortalContext) ?? undefined;

/** Direction for every part below it. Stands once around the application. */
export const UiProvider = ({ dir, children }: { dir: 'ltr' | 'rtl'; children: ReactNode }) => (
  <Direction.Provider dir={dir}>{children}</Direction.Provider>
);
