import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { cx } from '../../../ui/index.ts';
import Dialogs from '../dialogs/dialogs.tsx';
import { AskPaid } from './ask-paid.tsx';
import { Finder } from './finder.tsx';
import { LiveLine } from './live-line.tsx';
import { TillPaper } from './paper.tsx';
import { PayPane } from './pay-pane.tsx';
import { ReceiptPane } from './receipt-pane.tsx';
import { useMachine, useOpenTill, useView } from './till-context.ts';
import { TopLine } from './top-line.tsx';
import { useServerParts } from './use-server-parts.ts';
import { useTillKeys } from './use-till-keys.ts';

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
        {dialog === null ? null : <Dialogs />}
      </div>
      <TillPaper />
    </>
  );
};
