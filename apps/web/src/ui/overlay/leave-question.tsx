import { type FormEvent, Suspense, use, useState } from 'react';
import { type LeaveAnswers, LeaveQuestionContext } from './portal-provider.tsx';

/** Returns whether an event comes from a text box whose content should not be lost; search boxes do not count. */
const isTypedText = ({ target }: FormEvent): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement &&
    target.role !== 'combobox' &&
    !['checkbox', 'radio', 'search', 'file', 'range'].includes(target.type));

/**
 * Asks before Escape, a click on the backdrop, the close button, Back or a link discards the text that was typed into a
 * dialog or drawer. Without typed text nothing is asked.
 * @param isAsked false where the text is not lost, because the page behind keeps it
 */
export function useLeaveQuestion(open: boolean, onOpenChange: (open: boolean) => void, isAsked = true) {
  const ways = use(LeaveQuestionContext);
  const [isTyped, setTyped] = useState(false);
  /** The way out that waits for the answer; null without one. */
  const [pendingAnswers, setPendingAnswers] = useState<LeaveAnswers | null>(null);
  if (!open && (pendingAnswers || isTyped)) {
    setPendingAnswers(null);
    setTyped(false);
  }
  const close = () => onOpenChange(false);
  return {
    onInput: (event: FormEvent) => {
      if (isAsked && isTypedText(event)) setTyped(true);
    },
    onOpenChange: (next: boolean) => {
      if (!next && isTyped && ways) setPendingAnswers({ stay: () => undefined, go: close });
      else onOpenChange(next);
    },
    question: ways ? (
      <>
        {isTyped ? (
          <ways.Blocker
            onBlocked={({ stay, go }) =>
              setPendingAnswers({
                stay,
                go: () => {
                  close();
                  go();
                },
              })
            }
          />
        ) : null}
        {pendingAnswers ? (
          <Suspense>
            <ways.Question
              onStay={() => {
                setPendingAnswers(null);
                pendingAnswers.stay();
              }}
              onLeave={() => {
                setPendingAnswers(null);
                setTyped(false);
                pendingAnswers.go();
              }}
            />
          </Suspense>
        ) : null}
      </>
    ) : null,
  };
}
