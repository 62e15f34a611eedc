/** Where the next thing is found. */
export const SEARCH_SELECTOR = 'form [data-search]';

/** Puts the focus on something once what was just said is drawn. */
export function focusAfterRender(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}
