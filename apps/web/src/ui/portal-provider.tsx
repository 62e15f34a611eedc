import { Direction } from 'radix-ui';
import { type ComponentType, createContext, type ReactNode, use } from 'react';

/** The element that menus and lists are rendered into; a dialog provides itself. */
export const PortalContext = createContext<HTMLElement | null>(null);

/** The container for a portal: the surrounding open dialog, else the body. */
export const usePortalContainer = (): HTMLElement | undefined => use(PortalContext) ?? undefined;

/** Asks before a dialog is closed in which something was typed. */
export type LeaveQuestion = ComponentType<{ onStay: () => void; onLeave: () => void }>;

/** The app's question; without one dialogs close unasked. */
export const LeaveQuestionContext = createContext<LeaveQuestion | null>(null);

export type UiProviderProps = {
  dir: 'ltr' | 'rtl';
  leaveQuestion?: LeaveQuestion;
  children: ReactNode;
};

/** Sets the text direction of all components and the question of dialogs; used once around the app. */
export const UiProvider = ({ dir, leaveQuestion, children }: UiProviderProps) => (
  <LeaveQuestionContext value={leaveQuestion ?? null}>
    <Direction.Provider dir={dir}>{children}</Direction.Provider>
  </LeaveQuestionContext>
);
