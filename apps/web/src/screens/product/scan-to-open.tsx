import { ScanBarcode } from 'lucide-react';
import { useState } from 'react';
import { Can, Link } from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { isolateBidi } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { settleScan, useScanAnywhere } from '../../lib/scan-anywhere.ts';
import { api } from '../../lib/server/api.ts';
import { CallFailure, callApi } from '../../lib/server/call.ts';
import { showFailureToast } from '../../lib/server/toast.ts';
import { SCAN_MESSAGE_MS, useClearAfterDelay } from '../../lib/use-clear-after-delay.ts';
import { Banner, Button } from '../../ui/index.ts';

/**
 * Opens the product of a barcode that is scanned anywhere on the page; for an unknown barcode, offers to create a
 * product.
 */
export const Scans = () => {
  const { t } = useTranslation('product');
  const openPage = useOpenPage();
  const [unknown, setUnknown] = useState<string | null>(null);
  useClearAfterDelay(unknown, () => setUnknown(null), SCAN_MESSAGE_MS);
  useScanAnywhere((barcode, boxed) => {
    setUnknown(null);
    callApi(api.product.barcode, { barcode }).then(
      ({ results }) => {
        boxed?.takeOut();
        openPage(paths.product(results.id));
      },
      (error: unknown) => {
        if (!(error instanceof CallFailure)) throw error;
        if (!settleScan(barcode, boxed, false)) return;
        if (error.code === 'record.missing') setUnknown(barcode);
        else showFailureToast(error);
      },
    );
  });
  if (unknown === null) return null;
  return (
    <Banner
      tone="warning"
      className="mb-3"
      title={t('scan.unknown', { barcode: isolateBidi(unknown) })}
      onClose={() => setUnknown(null)}
      closeLabel={t('scan.close')}
      actions={
        <Can use={api.product.save}>
          <Button asChild size="sm" icon={<ScanBarcode />}>
            <Link to={withQuery(paths.productNew, { barcode: unknown })}>{t('scan.add')}</Link>
          </Button>
        </Can>
      }
    />
  );
};
