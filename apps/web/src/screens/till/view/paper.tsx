import { type Locale, toTillNumber } from '@dukkan/commerce';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { createStore, readStored, useStore, writeStored } from '../../../lib/store.ts';
import { usePrintChoice } from '../../../shared/print-choice.ts';
import { PaperSheet } from '../../../shared/print-sheet.tsx';
import { buildReceipt } from '../data/receipt-content.ts';
import { useOpenTill } from './till-context.ts';

const KEY = 'dukkan.till.paper';

/** Whether a receipt is printed with each sale, or only when it is asked for. */
const isAutomaticStore = createStore(readStored('local', KEY) !== 'asked');
export const useIsPaperAutomatic = (): boolean => useStore(isAutomaticStore);
export function setPaperAutomatic(isAutomatic: boolean): void {
  isAutomaticStore.set(isAutomatic);
  writeStored('local', KEY, isAutomatic ? null : 'asked');
}

/** Words that only a till's paper has; the others are those of all printed documents. */
const OWN_WORDS = ['copy', 'kept_on_till'];

/** Prints the paper that is due: drawn here, from what the till wrote down, so that it needs no server. */
export const TillPaper = () => {
  const { language } = usePrintChoice();
  const { session } = useOpenTill();
  const due = useStore(session.paper);
  return due ? <DueSheet key={`${due.sale.uuid} ${due.at}`} language={language} /> : null;
};

const DueSheet = ({ language }: { language: Locale }) => {
  const { t } = useTranslation(['prints', 'till'], { lng: language });
  const { session, device } = useOpenTill();
  const { paper: chosen } = usePrintChoice();
  const due = useStore(session.paper);
  const isAutomatic = useIsPaperAutomatic();
  const content = useMemo(() => {
    if (!due) return null;
    const { branch_id, id: device_id, epoch } = device;
    const { sale, isCopy } = due;
    return buildReceipt(sale, {
      shop: session.shop,
      pack: session.pack,
      locale: language,
      word: (key, values) => t(OWN_WORDS.includes(key) ? `till:paper.${key}` : `prints:${key}`, values),
      till_no: toTillNumber({ branch_id, device_id, epoch, seq: sale.seq }),
      till_name: device.name,
      seller: session.shop.staff.find(({ id }) => id === sale.body.cashier_id)?.name ?? session.cashier.name,
      isCopy,
      isAlone: sale.state !== 'booked',
    });
  }, [due, session, device, language, t]);
  const isPrinted = useRef(false);
  const isWanted = due !== null && (isAutomatic || due.isAsked === true);
  useEffect(() => {
    if (!content || !isWanted || isPrinted.current) return;
    isPrinted.current = true;
    // after the paint that has the sheet; the sale is written down already, so that nothing waits for the printer
    const timer = setTimeout(() => window.print(), 30);
    return () => clearTimeout(timer);
  }, [content, isWanted]);
  if (!content) return null;
  return (
    <div className="hidden print:block" data-paper="">
      <PaperSheet of={content} paper={chosen ?? content.profile} />
    </div>
  );
};
