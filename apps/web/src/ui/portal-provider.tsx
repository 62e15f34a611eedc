import { Direction } from 'radix-ui';
import { createContext, type ReactNode, use } from 'react';

/** The element that menus and lists are rendered into; a dialog provides itself. */
export const PortalContext = createContext<HTMLElement | null>(null);

/** The container for a portal: the surrounding open dialog, else the body. */
export const usePortalContainer = (): HTMLElement | undefined => use(PortalContext) ?? undefined;

/** Sets the text direction for all components; used once around the app. */
export const UiProvider = ({ dir, children }: { dir: 'ltr' | 'rtl'; children: ReactNode }) => (
  <Direction.Provider dir={dir}>{children}</Direction.Provider>
);
