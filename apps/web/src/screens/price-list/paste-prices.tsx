import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button, Dialog, Field, Textarea } from '../../ui/index.ts';
import { type PastedPrice, readPastedPrices } from './sheet-edits.ts';

/** Asks for two columns pasted from a spreadsheet: code and price. */
export const PastePrices = ({
  busy,
  onAdd,
  onClose,
}: {
  busy: boolean;
  onAdd: (rows: readonly PastedPrice[]) => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation(['price-list', 'kit']);
  const { number } = useFormat();
  const [text, setText] = useState('');
  const rows = readPastedPrices(text);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('paste.title')}
      description={t('paste.text')}
      closeLabel={t('kit:close')}
      footer={
        <>
          <Button onClick={onClose}>{t('kit:cancel')}</Button>
          <Button variant="primary" loading={busy} disabled={rows.length === 0} onClick={() => onAdd(rows)}>
            {t('paste.add', { count: rows.length, shown: number(rows.length) })}
          </Button>
        </>
      }
    >
      <Field label={t('paste.cells')} hint={t('paste.hint')}>
        <Textarea dir="ltr" rows={8} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </Dialog>
  );
};

/** Lists pasted codes for which no item exists, until the user closes it. */
export const UnknownCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const { t } = useTranslation(['price-list', 'kit']);
  const { number, list } = useFormat();
  if (codes.length === 0) return null;
  const listedCodes = codes.slice(0, 20);
  return (
    <div role="alert" className="mx-3 mb-3 rounded-md border border-warning-solid p-3 text-sm">
      <p className="font-medium">
        {t('paste.unknown', { count: codes.length, shown: number(codes.length) })}
      </p>
      <p dir="ltr" className="mt-1 text-muted [overflow-wrap:anywhere]">
        {list(listedCodes)}
        {codes.length > listedCodes.length ? ' …' : ''}
      </p>
      <Button size="sm" className="mt-2" onClick={onClose}>
        {t('kit:close')}
      </Button>
    </div>
  );
};
