import { useEffect, useEffectEvent, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { currentSession } from '../lib/server/session.ts';
import type { LeaveAnswers } from '../ui/index.ts';

/**
 * Holds Back and clicked links while a dialog has typed text. What the dialog itself opens after it was saved is not
 * held.
 */
export const LeaveBlocker = ({ onBlocked }: { onBlocked: (answers: LeaveAnswers) => void }) => {
  /** True while a click on a link is handled. */
  const isLink = useRef(false);
  const blocker = useBlocker(
    ({ historyAction }) =>
      (historyAction === 'POP' || isLink.current) &&
      // an expired session leaves the page even with typed text
      currentSession().phase === 'in',
  );
  useEffect(() => {
    const hear = ({ target }: Event) => {
      isLink.current = target instanceof Element && target.closest('a[href]') !== null;
      setTimeout(() => {
        isLink.current = false;
      });
    };
    addEventListener('click', hear, { capture: true });
    return () => removeEventListener('click', hear, { capture: true });
  }, []);
  const report = useEffectEvent(() => {
    if (blocker.state === 'blocked') onBlocked({ stay: blocker.reset, go: blocker.proceed });
  });
  const { state } = blocker;
  useEffect(() => {
    if (state === 'blocked') report();
  }, [state]);
  return null;
};
