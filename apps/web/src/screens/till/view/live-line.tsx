import { useEffect, useState } from 'react';
import { cx } from '../../../ui/index.ts';
import { useView } from './till-context.ts';

/** How long the line says something that is no failure. */
const SHOWN_MS = 6_000;

const LOOKS = {
  plain: 'bg-sunken text-muted',
  good: 'bg-success-soft text-success-text',
  bad: 'bg-danger-soft text-danger-text',
} as const;

/** What just happened, for eyes and for screen readers; its room is always there, so that nothing moves. */
export const LiveLine = () => {
  const notice = useView(({ notice }) => notice);
  const [isOver, setOver] = useState(false);
  const at = notice?.at;
  const isLasting = notice?.tone === 'bad';
  useEffect(() => {
    setOver(false);
    if (isLasting || at === undefined) return;
    const timer = setTimeout(() => setOver(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [at, isLasting]);
  const current = notice && !isOver ? notice : null;
  return (
    <div
      role={current?.tone === 'bad' ? 'alert' : 'status'}
      aria-live={current?.tone === 'bad' ? 'assertive' : 'polite'}
      data-live=""
      className={cx(
        'flex min-h-9 items-center border-b border-line px-4 py-1 text-sm font-medium',
        current ? LOOKS[current.tone] : 'bg-surface',
      )}
    >
      {/* the same text again is another one to a screen reader */}
      {current ? <p key={current.at}>{current.text}</p> : null}
    </div>
  );
};
