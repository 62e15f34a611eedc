/** The search box for the next item. */
export const SEARCH_SELECTOR = 'form [data-search]';

/** Focuses an element after the next render. */
export function focusAfterRender(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}
