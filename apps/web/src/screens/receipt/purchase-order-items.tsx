import { FileDown, Mail } from 'lucide-react';
import { Can } from '../../kit/index.ts';
import { isolateBidi } from '../../lib/format.ts';
import { getLocale, useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { downloadPrint } from '../../lib/server/download.ts';
import { useWrite } from '../../lib/server/use-read-write.ts';
import { MenuItem } from '../../ui/index.ts';

/** Menu items that print what is ordered from the supplier, or send it to them. */
export const PurchaseOrderItems = ({ of }: { of: { readonly id: number } }) => {
  const { t } = useTranslation('receipt');
  const send = useWrite(api.receipt.sendOrder, {
    success: ({ recipient }) => t('order.sent', { address: isolateBidi(recipient) }),
  });
  const print = () => downloadPrint(api.receipt.purchaseOrder, of.id, { profile: 'a4', locale: getLocale() });
  return (
    <>
      <MenuItem icon={<FileDown />} onSelect={() => void print()}>
        {t('order.pdf')}
      </MenuItem>
      <Can use={api.receipt.sendOrder}>
        <MenuItem icon={<Mail />} onSelect={() => void send.submit({ id: of.id, locale: getLocale() })}>
          {t('order.send')}
        </MenuItem>
      </Can>
    </>
  );
};
