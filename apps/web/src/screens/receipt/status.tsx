import { useTranslation } from '../../lib/i18n.ts';
import { Badge } from '../../ui/index.ts';
import { RECEIPT_STATUS_OPTIONS } from './fields.ts';

/** The status of a receipt as a badge. */
export const ReceiptStatusBadge = ({ of }: { of: number | null }) => {
  const { t } = useTranslation('receipt');
  const option = RECEIPT_STATUS_OPTIONS.find(({ value }) => value === (of ?? 'none'));
  return option ? <Badge variant={option.variant}>{t(option.label)}</Badge> : null;
};
