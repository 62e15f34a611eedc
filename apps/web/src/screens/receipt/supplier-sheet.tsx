import { useEffect, useEffectEvent, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useUpload } from '../../lib/server/use-upload.ts';
import { Banner, Button, Dialog, Field, ProgressBar, Select } from '../../ui/index.ts';
import { assignRows, canAssign, getAssignKey, type ItemsByRowKey } from './assign-rows.ts';
import type { ReceiptDraftLine } from './line.ts';
import { ListColumns } from './sheet-columns.tsx';
import {
  type ListField,
  listRefusedRows,
  type SupplierSheet,
  toLinesFromSheet,
  type UnmatchedRow,
} from './sheet-lines.ts';
import { UnmatchedReasons } from './unmatched-rows.tsx';

type SupplierListProps = {
  file: File;
  /** The supplier of the list, whose columns are remembered from the last time. */
  supplier_id: number | null;
  branch_id: number | null;
  /** The number of lines that can still be added to the receipt. */
  room: number;
  onAdd: (lines: readonly ReceiptDraftLine[], refused: readonly UnmatchedRow[]) => void;
  onOther: () => void;
  onClose: () => void;
};

/**
 * A supplier's spreadsheet or CSV file: read by the server, checked by the user, corrected by column, and added as
 * lines.
 */
export const SupplierList = ({
  file,
  supplier_id,
  branch_id,
  room,
  onAdd,
  onOther,
  onClose,
}: SupplierListProps) => {
  const { t } = useTranslation(['receipt', 'kit']);
  const { number } = useFormat();
  const upload = useUpload();
  const [list, setList] = useState<SupplierSheet | null>(null);
  const [assigned, setAssigned] = useState<ItemsByRowKey>(new Map());
  const ask = async (input: { mapping?: SupplierSheet['mapping']; sheet?: string }) => {
    const answer = await upload.submit(api.receipt.sheet, { supplier_id, ...input }, { file });
    if (answer) setList(answer);
  };
  const first = useEffectEvent(() => void ask({}));
  useEffect(() => first(), []);
  const choose = (field: ListField | null, key: string) => {
    if (!list) return;
    // a column has one field, and a field belongs to one column
    const others = Object.entries(list.mapping).map(([name, at]) => [name, at === key ? null : at]);
    const mapping = { ...Object.fromEntries(others), ...(field ? { [field]: key } : {}) };
    void ask({ mapping, ...(list.sheet === null ? {} : { sheet: list.sheet }) });
  };
  const { lines: byHand, rest: refused } = assignRows(list ? listRefusedRows(list) : [], assigned, branch_id);
  const all = [...(list ? toLinesFromSheet(list.lines, branch_id) : []), ...byHand]
    .toSorted((one, other) => one.row - other.row)
    .map(({ line }) => line);
  const lines = all.slice(0, room);
  const named = list !== null && Boolean(list.mapping.barcode || list.mapping.title);
  const visibleSheets = list?.sheets.filter(({ hidden }) => !hidden) ?? [];
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => open || onClose()}
      title={t('receipt:list.title')}
      description={<bdi>{file.name}</bdi>}
      closeLabel={t('kit:close')}
      footer={
        <>
          <Button onClick={onOther}>{t('receipt:list.other')}</Button>
          <Button onClick={onClose}>{t('kit:cancel')}</Button>
          <Button
            variant="primary"
            disabled={lines.length + refused.length === 0}
            loading={upload.busy}
            onClick={() => onAdd(lines, refused)}
          >
            {t('receipt:paste.add', { count: lines.length, shown: number(lines.length) })}
          </Button>
        </>
      }
    >
      <div className="grid gap-3" aria-busy={upload.busy}>
        {upload.failure ? <Banner tone="danger">{upload.failure.message}</Banner> : null}
        {upload.busy && !list ? (
          <div className="relative py-6">
            <ProgressBar active label={t('receipt:list.reading')} />
            <p role="status" className="text-muted">
              {t('receipt:list.reading')}
            </p>
          </div>
        ) : null}
        {list ? (
          <>
            {list.mapped_by === 'supplier' ? (
              <Banner tone="info">{t('receipt:list.remembered')}</Banner>
            ) : null}
            {named ? null : <Banner tone="warning">{t('receipt:paste.no_barcode')}</Banner>}
            {all.length > room ? (
              <Banner tone="warning">{t('receipt:paste.too_many', { room: number(room) })}</Banner>
            ) : null}
            {visibleSheets.length > 1 ? (
              <Field label={t('receipt:list.sheet')}>
                <Select
                  value={list.sheet ?? undefined}
                  onChange={(sheet) => void ask({ sheet })}
                  options={visibleSheets.map(({ name }) => ({ value: name, label: <bdi>{name}</bdi> }))}
                />
              </Field>
            ) : null}
            <ListColumns list={list} busy={upload.busy} onChoose={choose} />
            {named ? (
              <p role="status" className="text-muted">
                {t('receipt:list.ready', { count: all.length, shown: number(all.length) })}
              </p>
            ) : null}
            {refused.length > 0 ? (
              <Banner
                tone="warning"
                title={t('receipt:list.refused', { count: refused.length, shown: number(refused.length) })}
              >
                {refused.some(canAssign) ? (
                  <p>{t(supplier_id === null ? 'receipt:list.no_supplier' : 'receipt:list.assign_hint')}</p>
                ) : null}
                <UnmatchedReasons
                  rows={refused}
                  onAssign={(row, item) => setAssigned(new Map(assigned).set(getAssignKey(row), item))}
                />
              </Banner>
            ) : null}
          </>
        ) : null}
      </div>
    </Dialog>
  );
};
