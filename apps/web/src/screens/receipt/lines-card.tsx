import { ClipboardPaste, ScanBarcode } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from '../../lib/i18n.ts';
import { useStore } from '../../lib/store.ts';
import { usePastedTable } from '../../shared/pasted-table.ts';
import { ScanHint } from '../../shared/scan-hint.tsx';
import { Button, Card, EmptyState } from '../../ui/index.ts';
import { Sums } from './draft-totals.tsx';
import { Grid } from './grid.tsx';
import { AddBox } from './item-search.tsx';
import type { LinesStore } from './lines.ts';
import { PasteDialog } from './paste-dialog.tsx';
import type { ReceivingBranch } from './receiving-branch.tsx';
import { SupplierList } from './supplier-sheet.tsx';
import { Unknown } from './unmatched-rows.tsx';
import { useReceiptInput } from './use-receipt-input.ts';

type LinesCardProps = { lines: LinesStore; place: ReceivingBranch; isAccepted: boolean };

/** The lines of a receipt, added by scanner, search or paste. */
export const ReceiptLinesCard = ({ lines, place, isAccepted }: LinesCardProps) => {
  const { t } = useTranslation('receipt');
  const table = useRef<HTMLTableElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [pasting, setPasting] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const { getValues } = useFormContext();
  const isEmpty = useStore(lines.keys).length === 0;
  const goods = useReceiptInput({ lines, place, isAccepted, table });
  usePastedTable(setPasting, !isAccepted && pasting === null && file === null);

  return (
    <Card aria-label={t('lines')}>
      {isAccepted ? null : (
        <div className="flex flex-wrap items-center gap-2 p-3">
          <AddBox ref={box} onFound={goods.add} />
          <Button icon={<ClipboardPaste />} onClick={() => setPasting('')}>
            {t('paste.title')}
          </Button>
          <div className="text-sm text-subtle">
            <ScanHint text={t('scan_hint')} />
          </div>
        </div>
      )}
      {goods.unknown.length > 0 ? (
        <div className="px-3 pb-3">
          <Unknown
            rows={goods.unknown}
            busy={goods.busy}
            onRetry={() => void goods.retry()}
            onDrop={goods.dropUnknown}
            onAssign={goods.assign}
          />
        </div>
      ) : null}
      {isEmpty ? (
        <EmptyState icon={<ScanBarcode />} title={t('no_lines')} text={t('no_lines_text')} />
      ) : (
        <>
          <Grid
            ref={table}
            lines={lines}
            branches={place.choices}
            isAccepted={isAccepted}
            onScan={goods.scanned}
            onRemove={goods.remove}
            onEnd={() => box.current?.querySelector('input')?.focus()}
          />
          <Sums lines={lines} />
        </>
      )}
      <p role="status" className="sr-only">
        {goods.said}
      </p>
      {pasting === null ? null : (
        <PasteDialog
          text={pasting}
          room={goods.getRoom()}
          onAdd={async (rows, onStep) => {
            if (await goods.addPasted(rows, onStep)) setPasting(null);
          }}
          onFile={(next) => {
            setPasting(null);
            setFile(next);
          }}
          onClose={() => setPasting(null)}
        />
      )}
      {file === null ? null : (
        <SupplierList
          file={file}
          supplier_id={getValues('supplier_id') ?? null}
          branch_id={place.branch}
          room={goods.getRoom()}
          onAdd={(newLines, refused) => {
            setFile(null);
            goods.addListed(newLines, refused);
          }}
          onOther={() => {
            setFile(null);
            setPasting('');
          }}
          onClose={() => setFile(null)}
        />
      )}
    </Card>
  );
};
