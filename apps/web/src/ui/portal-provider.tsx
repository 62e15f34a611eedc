import { Direction } from 'radix-ui';
import { type ComponentType, createContext, type ReactNode, use } from 'react';

/** The element that menus and lists are rendered into; a dialog provides itself. */
export const PortalContext = createContext<HTMLElement | null>(null);

/** Returns the container for a portal: the surrounding open dialog, else the body. */
export const usePortalContainer = (): HTMLElement | undefined => use(PortalContext) ?? undefined;

/** The answers to the question whether a page may be left. */
export type LeaveAnswers = { readonly stay: () => void; readonly go: () => void };

/** How the application asks before a dialog in which the user typed something is closed. */
export type LeaveQuestion = {
  readonly Question: ComponentType<{ onStay: () => void; onLeave: () => void }>;
  /** Holds Back and links while the dialog has typed text; drawn only then. */
  readonly Blocker: ComponentType<{ onBlocked: (answers: LeaveAnswers) => void }>;
};

/** The application's question; without one, dialogs close without asking. */
export const LeaveQuestionContext = createContext<LeaveQuestion | null>(null);

/** How typed text is compared with options, so that spellings of one word match; by default without case and marks. */
export const FoldContext = createContext((text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
);

export type UiProviderProps = {
  dir: 'ltr' | 'rtl';
  /** Makes spellings of one word equal, for the options of comboboxes. */
  fold?: (text: string) => string;
  leaveQuestion?: LeaveQuestion;
  children: ReactNode;
};

/**
 * Sets the text direction of all components, the spellings that are equal and the leave question of dialogs; used once
 * around the application.
 */
export const UiProvider = ({ dir, fold, leaveQuestion, children }: UiProviderProps) => {
  const outer = use(FoldContext);
  return (
    <LeaveQuestionContext value={leaveQuestion ?? null}>
      <FoldContext value={fold ?? outer}>
        <Direction.Provider dir={dir}>{children}</Direction.Provider>
      </FoldContext>
    </LeaveQuestionContext>
  );
};
