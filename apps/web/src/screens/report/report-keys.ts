import { useEffectEvent, useLayoutEffect } from 'react';
import { useNavigate } from 'react-router-dom';

const FIELDS = 'input, textarea, select, [role=combobox], [contenteditable]';
const LAYERS = '[role=dialog], [role=alertdialog], [role=menu]';

type Moves = { open: (slot: string) => void; toggleChart: () => void };

/** G groups, C shows the chart, E exports, Backspace goes back; by place on the keyboard, under any layout. */
export function useReportKeys({ open, toggleChart }: Moves): void {
  const navigate = useNavigate();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if ((event.target as HTMLElement).matches?.(FIELDS) || document.querySelector(LAYERS)) return;
    const moves = new Map<string, () => void>([
      ['KeyG', () => open('group')],
      ['KeyC', toggleChart],
      ['KeyE', () => open('export')],
      ['Backspace', () => void navigate(-1)],
    ]);
    const move = moves.get(event.code);
    if (!move) return;
    event.preventDefault();
    move();
  });
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
