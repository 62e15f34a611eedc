import { useEffect, useEffectEvent } from 'react';
import { settleScan, useScanAnywhere } from '../../../lib/scan-anywhere.ts';
import { isLetterKey, readTillKey, type TillKey, type TillKeyAction } from '../data/till-keys.ts';
import type { TillSession } from '../data/till-session.ts';
import { useOpenTill } from './till-context.ts';

const SEARCH_BOX = '[data-till-search]';
const GIVEN_BOX = '[data-given]';
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]';

const findBox = (selector: string) => document.querySelector<HTMLInputElement>(selector);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLElement && target.isContentEditable);

/** Presses a key while the sale is put together. @returns false when the browser keeps it */
function pressWhileSelling(session: TillSession, action: TillKeyAction, target: EventTarget | null): boolean {
  const { draft, entry, done } = session.view.get();
  const { selected } = draft;
  switch (action.kind) {
    case 'sign':
      session.typeSign(action.sign);
      return true;
    case 'enter': {
      // a focused button keeps its Enter, unless a number was typed
      const isPressed = target instanceof HTMLElement && target.closest('button, a') !== null;
      if (isPressed && entry === '') return false;
      session.applyEntry();
      return true;
    }
    case 'apply':
      session.applyEntry();
      return true;
    case 'erase':
      session.eraseSign();
      return true;
    case 'more':
    case 'less':
      session.stepLine(selected, action.kind === 'more' ? 1 : -1);
      return true;
    case 'remove':
      session.askRemove(selected);
      return true;
    case 'up':
    case 'down':
      session.moveSelection(action.kind === 'down' ? 1 : -1);
      return true;
    case 'search':
      findBox(SEARCH_BOX)?.focus();
      return true;
    case 'hold':
      session.holdOrTakeUp();
      return true;
    case 'pay':
      session.openPay();
      return true;
    case 'back':
      if (entry !== '') session.set({ entry: '' });
      else if (done?.isSold) session.set({ done: null });
      return true;
    case 'return':
      session.openServerPage('return');
      return true;
    case 'discount':
      if (draft.lines.length > 0) session.show('discount');
      return true;
    case 'help':
      session.show('keys');
      return true;
    case 'client':
    case 'drawer':
      session.show(action.kind);
      return true;
  }
}

/** Presses a key while the payment is taken. @returns false when the browser keeps it */
function pressWhilePaying(
  session: TillSession,
  { code, shiftKey }: TillKey,
  kind: TillKeyAction['kind'],
  target: EventTarget | null,
): boolean {
  if (kind === 'back') session.closePay();
  else if (kind === 'help') session.show('keys');
  else if (kind === 'apply') findBox(GIVEN_BOX)?.focus();
  else if (kind === 'enter') {
    const button = target instanceof HTMLElement ? target.closest('button') : null;
    // Enter ends the sale from the sums and methods; other buttons are pressed by it
    if (button && !button.hasAttribute('aria-pressed')) return false;
    session.confirm();
  } else {
    const method = shiftKey ? undefined : /^Digit([1-9])$/.exec(code)?.[1];
    const chosen = method === undefined ? undefined : session.shop.payments[Number(method) - 1];
    if (chosen) session.chooseMethod(chosen.id);
    // the digits beside the keyboard type the amount; they are never a method
    const box = /^Numpad(\d|Decimal)$/.test(code) ? findBox(GIVEN_BOX) : null;
    box?.focus();
    return box === null && kind !== 'up' && kind !== 'down';
  }
  return true;
}

/** Presses Enter in a box of the payment. */
function enterAmount(session: TillSession, target: EventTarget | null): void {
  if (target instanceof HTMLElement && target.matches('[data-covers]')) session.addPart();
  else session.confirm();
}

/**
 * Runs the table of keys, and hears scans wherever the focus is. Rule: docs/rules/till-page.md#keys
 * @param closeFinder closes the finder that covers the receipt of a phone
 */
export function useTillKeys(closeFinder: () => void): void {
  const { session } = useOpenTill();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector(OVERLAYS)) return;
    const { key, code, shiftKey, ctrlKey, altKey, metaKey, target } = event;
    const pressed: TillKey = { key, code, shiftKey, isModified: ctrlKey || altKey || metaKey };
    const isPaying = session.view.get().step === 'paying';
    const isEnter = code === 'Enter' || code === 'NumpadEnter';
    // keys with a name work in boxes too
    if (isTyping(target) && !/^(?:F\d+|Escape)$/.test(code)) {
      if (!isPaying || !isEnter) return;
      event.preventDefault();
      enterAmount(session, target);
      return;
    }
    const action = readTillKey(pressed);
    if (!action) {
      if (!isPaying && isLetterKey(pressed)) findBox(SEARCH_BOX)?.focus();
      return;
    }
    if (action.kind === 'pay' || action.kind === 'back') closeFinder();
    const isTaken = isPaying
      ? pressWhilePaying(session, pressed, action.kind, target)
      : pressWhileSelling(session, action, target);
    if (isTaken) event.preventDefault();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
  useScanAnywhere((code, boxed) => {
    const box = findBox(SEARCH_BOX);
    const isSearching = box !== null && box === document.activeElement;
    // digits that nothing carries and that a person may have typed, such as a phone number, stay
    if (!settleScan(code, boxed, session.findScanned(code) !== undefined)) return;
    session.scan(code);
    if (isSearching) box.blur();
  });
}
