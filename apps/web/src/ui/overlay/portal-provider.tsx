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

/** Whether a label has the typed words, so that spellings of one word match; by default the typed text in any case. */
export const MatchContext = createContext((label: string, typed: string) =>
  label.toLowerCase().includes(typed.toLowerCase()),
);

export type UiProviderProps = {
  dir: 'ltr' | 'rtl';
  /** Tells whether a label has the typed words, for the options of comboboxes. */
  hasTypedWords?: (label: string, typed: string) => boolean;
  leaveQuestion?: LeaveQuestion;
  children: ReactNode;
};

/**
 * Sets the text direction of all components, how typed words are found and the leave question of dialogs; used once
 * around the application.
 */
export const UiProvider = ({ dir, hasTypedWords, leaveQuestion, children }: UiProviderProps) => {
  const outer = use(MatchContext);
  return (
    <LeaveQuestionContext value={leaveQuestion ?? null}>
      <MatchContext value={hasTypedWords ?? outer}>
        <Direction.Provider dir={dir}>{children}</Direction.Provider>
      </MatchContext>
    </LeaveQuestionContext>
  );
};
