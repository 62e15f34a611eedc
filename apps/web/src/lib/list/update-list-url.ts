export type FilterValue = string | number;
export type FilterValues = Readonly<Record<string, FilterValue>>;

/** Returns the URL's query with changes; null removes a part, and every change except of the page returns to page 1. */
export function updateListUrl(
  address: URLSearchParams,
  change: Readonly<Record<string, FilterValue | null>>,
): URLSearchParams {
  const next = new URLSearchParams(address);
  if (!('page' in change)) next.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '' || (name === 'page' && value === 1)) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
