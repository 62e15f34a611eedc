import { toTillNumber } from '@dukkan/commerce';
import { Check, Printer } from 'lucide-react';
import { isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useStore } from '../../../lib/store.ts';
import { Button, Spinner } from '../../../ui/index.ts';
import type { DoneSale } from '../data/till-view.ts';
import { useOpenTill } from './till-context.ts';

/** The sale that was just paid: its change in the largest type, until the next one begins. */
export const DonePane = ({ of: done }: { of: DoneSale }) => {
  const { t } = useTranslation('till');
  const { session, device } = useOpenTill();
  const paper = useStore(session.paper);
  if (!done.isSold)
    return (
      <div className="grid justify-items-center gap-3 p-6 text-muted" role="status">
        <Spinner label={t('done.waiting')} className="size-8" />
        <p>{t('done.waiting')}</p>
      </div>
    );
  const { branch_id, id: device_id, epoch } = device;
  const sale = paper?.sale.uuid === done.uuid ? paper.sale : null;
  return (
    <div className="grid justify-items-center gap-2 p-6 text-center" data-done="">
      <p className="inline-flex items-center gap-2 text-lg font-medium text-success-text">
        <Check aria-hidden="true" className="size-6" />
        {t('done.paid', { amount: isolateBidi(session.money(done.due)) })}
      </p>
      {done.change === null ? null : (
        <>
          <p className="mt-2 text-lg text-muted">{t('done.change')}</p>
          <p
            data-change=""
            className="text-6xl leading-none font-semibold tracking-tight text-ink tabular xl:text-7xl"
          >
            <bdi>{session.money(done.change)}</bdi>
          </p>
        </>
      )}
      {sale ? (
        <p className="mt-2 text-sm text-subtle">
          <bdi dir="ltr">{toTillNumber({ branch_id, device_id, epoch, seq: sale.seq })}</bdi>
        </p>
      ) : null}
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {paper && sale ? (
          <Button
            size="lg"
            icon={<Printer />}
            onClick={() => session.paper.set({ ...paper, isCopy: true, isAsked: true, at: Date.now() })}
          >
            {t('done.print')}
          </Button>
        ) : null}
      </div>
      <p className="mt-3 text-muted">{t('done.next')}</p>
    </div>
  );
};
