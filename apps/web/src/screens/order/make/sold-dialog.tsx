import { Printer } from 'lucide-react';
import { Link } from '../../../kit/index.ts';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { CurrencyScope } from '../../../lib/currency.ts';
import { isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, Dialog } from '../../../ui/index.ts';
import { focusAfterRender, SEARCH_SELECTOR } from './focus.ts';
import type { TillSale } from './use-place-order.ts';

/** Shown after a sale at a till: the change in large digits where cash was received, the receipt, and a button for the next sale. */
export const SoldDialog = ({ of, onNext }: { of: TillSale; onNext: () => void }) => {
  const { t } = useTranslation(['order', 'kit']);
  const next = () => {
    onNext();
    focusAfterRender(SEARCH_SELECTOR);
  };
  return (
    <Dialog
      open
      size="sm"
      // a scan while this dialog is open adds to the next sale, so that no goods leave unpaid
      hearsScans
      onOpenChange={(open) => open || next()}
      title={t('order:counter.sold', { number: isolateBidi(`#${of.id}`) })}
      closeLabel={t('kit:close')}
      footer={
        <>
          <Button asChild icon={<Printer />}>
            <Link to={paths.orderInvoice(of.id)}>{t('order:counter.print')}</Link>
          </Button>
          <Button data-focus-first="" variant="primary" onClick={next}>
            {t('order:counter.next')}
          </Button>
        </>
      }
    >
      <CurrencyScope of={of}>
        <dl className="grid gap-3 text-center">
          {of.change === null ? null : (
            <div>
              <dt className="text-sm text-muted">{t('order:counter.change')}</dt>
              <dd className="text-5xl font-semibold text-ink tabular" aria-live="polite">
                <MoneyText amount={of.change} />
              </dd>
            </div>
          )}
          <div className="text-muted">
            <dt className="inline">{t('order:counter.paid')}</dt>{' '}
            <dd className="inline tabular">
              <MoneyText amount={of.due} />
            </dd>
          </div>
        </dl>
      </CurrencyScope>
    </Dialog>
  );
};
