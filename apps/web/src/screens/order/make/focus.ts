/** Where the next thing is found. */
export const FIND = 'form [data-search]';

/** Puts the focus on something once what was just said is drawn. */
export function focusSoon(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}
