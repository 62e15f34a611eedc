import { usePageShortcuts } from '../../lib/page-keys.ts';

type Moves = { open: (slot: string) => void; toggleChart: () => void };

/** Adds the report's shortcuts: G opens the grouping, C toggles the chart, E exports, Backspace goes back. */
export function useReportKeys({ open, toggleChart }: Moves): void {
  usePageShortcuts(
    () =>
      new Map<string, () => void>([
        ['KeyG', () => open('group')],
        ['KeyC', toggleChart],
        ['KeyE', () => open('export')],
        ['Backspace', () => history.back()],
      ]),
  );
}
