import { X } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useScanAnywhere } from '../../../lib/scan-anywhere.ts';
import { lazyChunk } from '../../../lib/server/lazy-chunk.ts';
import { cx } from '../../../ui/index.ts';
import { isLetterKey, readTillKey, type TillKey } from '../data/till-keys.ts';
import { AskPaid } from './ask-paid.tsx';
import { Finder, SEARCH_BOX } from './finder.tsx';
import { LiveLine } from './live-line.tsx';
import { Paper } from './paper.tsx';
import { GIVEN_BOX, PayPane } from './pay-pane.tsx';
import { ReceiptPane } from './receipt-pane.tsx';
import { useMachine, useOpenTill, useView } from './till-context.ts';
import { TopLine } from './top-line.tsx';
import { useServerParts } from './use-server-parts.ts';

const Dialogs = lazyChunk(() => import('./dialogs.tsx'));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLElement && target.isContentEditable);

const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]';

/** Runs the table of keys, and hears scans wherever the focus is. Rule: docs/rules/till-page.md#keys */
function useTillKeys(closeFinder: () => void): void {
  const { session } = useOpenTill();
  const run = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector(OVERLAYS)) return;
    const { key, code, shiftKey, ctrlKey, altKey, metaKey, target } = event;
    const press: TillKey = { key, code, shiftKey, isModified: ctrlKey || altKey || metaKey };
    const { step, draft, entry } = session.view.get();
    const isPaying = step === 'paying';
    const action = readTillKey(press);
    const isBox = isTyping(target);
    // keys with a name work in boxes too
    const isNamed = /^(?:F\d+|Escape|End)$/.test(code) && !(isBox && code === 'End');
    if (isBox && !isNamed) {
      if (isPaying && (code === 'Enter' || code === 'NumpadEnter')) {
        event.preventDefault();
        if (target instanceof HTMLElement && target.matches('[data-covers]')) session.addPart();
        else session.confirm();
      }
      return;
    }
    if (!action) {
      if (!isPaying && isLetterKey(press)) document.querySelector<HTMLElement>(SEARCH_BOX)?.focus();
      return;
    }
    const isPressed = target instanceof HTMLElement && target.closest('button, a') !== null;
    const { selected } = draft;
    if (isPaying) {
      const done = runPayKey(press, action.kind, target);
      if (done) event.preventDefault();
      return;
    }
    switch (action.kind) {
      case 'sign':
        session.typeSign(action.sign);
        break;
      case 'apply':
        session.applyEntry();
        break;
      case 'enter':
        // a focused button keeps its Enter, unless a number was typed
        if (isPressed && entry === '') return;
        session.applyEntry();
        break;
      case 'erase':
        session.eraseSign();
        break;
      case 'more':
        session.stepLine(selected, 1);
        break;
      case 'less':
        session.stepLine(selected, -1);
        break;
      case 'remove':
        session.askRemove(selected);
        break;
      case 'up':
        session.moveSelection(-1);
        break;
      case 'down':
        session.moveSelection(1);
        break;
      case 'search':
        document.querySelector<HTMLElement>(SEARCH_BOX)?.focus();
        break;
      case 'hold':
        session.holdOrTakeUp();
        break;
      case 'pay':
        closeFinder();
        session.openPay();
        break;
      case 'back':
        if (entry !== '') session.set({ entry: '' });
        else if (session.view.get().done?.isSold) session.set({ done: null });
        closeFinder();
        break;
      case 'help':
        session.show('keys');
        break;
      case 'return':
        session.openServerPage('return');
        break;
      case 'client':
      case 'drawer':
        session.show(action.kind);
        break;
      case 'discount':
        if (draft.lines.length > 0) session.show('discount');
    }
    event.preventDefault();
  });
  const runPayKey = (press: TillKey, kind: string, target: EventTarget | null): boolean => {
    if (kind === 'back') {
      session.closePay();
      return true;
    }
    if (kind === 'help') {
      session.show('keys');
      return true;
    }
    if (kind === 'enter') {
      const button = target instanceof HTMLElement ? target.closest('button') : null;
      // Enter ends the sale from the sums and methods; other buttons are pressed by it
      if (button && !button.hasAttribute('aria-pressed')) return false;
      session.confirm();
      return true;
    }
    const method = /^Digit([1-9])$/.exec(press.code)?.[1];
    if (method !== undefined && !press.shiftKey) {
      const chosen = session.shop.payments[Number(method) - 1];
      if (chosen) session.chooseMethod(chosen.id);
      return true;
    }
    const box = document.querySelector<HTMLInputElement>(GIVEN_BOX);
    if (kind === 'apply') {
      box?.focus();
      return true;
    }
    // the digits beside the keyboard type the amount; they are never a method
    if (box && /^Numpad(\d|Decimal)$/.test(press.code)) {
      box.focus();
      return false;
    }
    return kind !== 'sign' && kind !== 'up' && kind !== 'down';
  };
  useEffect(() => {
    const hear = (event: KeyboardEvent) => run(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
  useScanAnywhere((code, boxed) => {
    // what the scanner typed goes out of the boxes in any case: on this page a scan is a scan
    boxed?.takeOut();
    session.scan(code);
    const box = document.querySelector<HTMLInputElement>(SEARCH_BOX);
    if (box === document.activeElement) box?.blur();
  });
}

/** Warns before the page is left while sales are only here. */
function useLeaveWarning(): void {
  const { machine } = useOpenTill();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (machine.state.get().status === 'busy') event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [machine]);
}

/** The till: its state above, finding and paying beside the receipt. */
export const TillBoard = () => {
  const { t } = useTranslation('till');
  const step = useView(({ step }) => step);
  const dialog = useView(({ dialog }) => dialog);
  const { status } = useMachine();
  const [isFinding, setFinding] = useState(false);
  useTillKeys(() => setFinding(false));
  useLeaveWarning();
  useServerParts();
  const isPaying = step === 'paying';
  return (
    <>
      <div
        className="fixed inset-0 flex flex-col overflow-hidden bg-canvas text-base print:hidden"
        data-till=""
      >
        <TopLine />
        <LiveLine />
        {status === 'stopped' ? (
          <p role="alert" className="bg-danger-solid px-4 py-2 text-center font-medium text-on-solid">
            {t('stopped')}
          </p>
        ) : null}
        <main
          className={cx(
            'flex min-h-0 flex-1 flex-col lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]',
            'md:max-lg:grid',
            isPaying
              ? 'md:max-lg:grid-rows-[minmax(0,5fr)_minmax(0,2fr)]'
              : 'md:max-lg:grid-rows-[minmax(0,1fr)_minmax(0,1fr)]',
          )}
        >
          <div className={cx('flex min-h-0 min-w-0 flex-col', isPaying ? 'flex-1' : 'max-md:hidden')}>
            {isPaying ? <PayPane /> : <Finder />}
          </div>
          <div
            className={cx(
              'flex min-h-0 min-w-0 flex-1 flex-col border-line max-lg:border-t lg:border-s',
              isPaying && 'max-md:hidden',
            )}
          >
            <ReceiptPane onFind={() => setFinding(true)} />
          </div>
        </main>
        {isFinding && !isPaying ? (
          <div className="fixed inset-0 z-20 flex flex-col bg-canvas md:hidden" data-finder-sheet="">
            <div className="flex items-center justify-between border-b border-line bg-surface ps-4 pe-1">
              <p className="font-semibold text-ink">{t('find.open')}</p>
              <button
                type="button"
                aria-label={t('find.close')}
                onClick={() => setFinding(false)}
                className="inline-flex size-12 items-center justify-center text-muted"
              >
                <X aria-hidden="true" className="size-6" />
              </button>
            </div>
            <Finder onAdded={() => setFinding(false)} />
          </div>
        ) : null}
        {status === 'asking' ? <AskPaid /> : null}
        <Suspense>{dialog === null ? null : <Dialogs />}</Suspense>
      </div>
      <Paper />
    </>
  );
};
