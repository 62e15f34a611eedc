import { useEffect, useEffectEvent, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { hasPagePrompt, trackTypedDialog, wouldDropTypedDialog } from '../lib/form/typed-dialogs.ts';
import { currentSession } from '../lib/server/session.ts';
import type { LeaveAnswers } from '../ui/index.ts';

type Blocked = { onBlocked: (answers: LeaveAnswers) => void };

const OwnBlocker = ({ onBlocked }: Blocked) => {
  const blocker = useBlocker(
    ({ historyAction }) =>
      wouldDropTypedDialog(historyAction) &&
      // an expired session leaves the page even with typed text
      currentSession().phase === 'in',
  );
  const report = useEffectEvent(() => {
    if (blocker.state === 'blocked') onBlocked({ stay: blocker.reset, go: blocker.proceed });
  });
  const { state } = blocker;
  useEffect(() => {
    if (state === 'blocked') report();
  }, [state]);
  return null;
};

/** Holds Back and clicked links while a dialog has typed text; a page that asks about its own changes does it for it. */
export const LeaveBlocker = ({ onBlocked }: Blocked) => {
  const [isOfPage] = useState(hasPagePrompt);
  useEffect(trackTypedDialog, []);
  return isOfPage ? null : <OwnBlocker onBlocked={onBlocked} />;
};
