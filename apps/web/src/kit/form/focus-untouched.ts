/**
 * Focuses a box for the user and marks it until something is typed: leaving it as it was found is no mistake, so it is
 * not checked then.
 */
export function focusUntouched(box: HTMLInputElement): void {
  box.dataset.untouched = '';
  box.addEventListener('input', () => delete box.dataset.untouched, { once: true });
  box.focus({ preventScroll: true });
}

/** Returns whether a control is left as the page had focused it, and takes its mark away. */
export function leavesUntouched(id: string): boolean {
  const box = document.getElementById(id);
  if (box?.dataset.untouched === undefined) return false;
  delete box.dataset.untouched;
  return true;
}
