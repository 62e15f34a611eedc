import { toLocalDate } from '@dukkan/commerce';
import { useRef } from 'react';
import { FormInput, FormPage, readRecord, Timeline, useDraft } from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { showSuccessToast } from '../../lib/server/toast.ts';
import { getShopZone } from '../../lib/shop-zone.ts';
import { useTitle } from '../../lib/title.ts';
import { ForceDialog, useForceDialog } from '../../shared/force-dialog.tsx';
import { Banner, Button, Card, CardBody } from '../../ui/index.ts';
import { NetSoFar } from './draft-totals.tsx';
import { formFields } from './fields.ts';
import { type Receipt, toLineInputs } from './line.ts';
import { ReceiptLinesCard } from './lines-card.tsx';
import { BranchOfAll, useReceivingBranch } from './receiving-branch.tsx';
import { ReceiptStatusBadge } from './status.tsx';
import { formatReceiptName } from './status-actions.tsx';
import { deleteStoredItemFacts, useLinesDraft } from './use-lines-draft.ts';
import { useIdFromUrl } from './use-requested-item.ts';

/** The form of a receipt; of an accepted receipt only some fields can be changed. */
export const ReceiptEditor = ({ record }: { record: Receipt | null }) => {
  const { t } = useTranslation('receipt');
  const openPage = useOpenPage();
  const supplier_id = useIdFromUrl('supplier_id');
  const isAccepted = record?.status === 1;
  const keep = `receipt.${record?.id ?? 'new'}`;
  const force = useForceDialog();
  const way = useRef({ accept: false, force: false });
  const draft = useDraft((isAccepted ? api.receipt.update : api.receipt.save) as typeof api.receipt.save, {
    facts: formFields,
    record,
    defaults: (from: Receipt | null) => ({
      supplier_id: from?.supplier_id ?? supplier_id,
      on_date: from?.on_date ?? toLocalDate(new Date(), getShopZone()),
      invoice_number: from?.invoice_number ?? '',
      invoice_date: from?.invoice_date ?? '',
      notes: from?.notes ?? '',
      // `never`, because the lines may hold invalid text, which the endpoint's schema checks like any other field
      items: toLineInputs(from) as never,
      // an accepted receipt has no unmatched rows any more
      ...(isAccepted ? {} : { rows_left_out: from?.rows_left_out ?? [] }),
    }),
    ...(record ? { read: () => readRecord(api.receipt.show, record.id) } : {}),
    success: null,
    keep,
    onRefused: force.take,
    send: async (input, save) => ({
      result: await save({
        ...input,
        ...(way.current.accept ? { status: 1 as const } : {}),
        ...(way.current.force ? { force: true } : {}),
      }),
    }),
    onSaved: (saved) => {
      const name = formatReceiptName(saved);
      if (record && !way.current.accept) showSuccessToast(t('saved'), { description: name });
      else showSuccessToast(t(way.current.accept ? 'saved_accepted' : 'created', { name }));
      deleteStoredItemFacts(keep);
      openPage(paths.receipt(saved.id), { replace: true });
    },
  });
  const lines = useLinesDraft(draft, record);
  const place = useReceivingBranch(lines);
  const submit = async (options: { accept: boolean; force: boolean }) => {
    way.current = options;
    force.close();
    await draft.submit();
    // the confirmed save repeats the choice of the first one
    way.current = { ...options, force: false };
  };
  useTitle(record ? formatReceiptName(record) : t('add'));
  const accepting = way.current.accept;
  return (
    <>
      <FormPage
        draft={{ ...draft, submit: () => submit({ accept: false, force: false }) }}
        title={record ? formatReceiptName(record) : t('add')}
        back={{
          to: record ? paths.receipt(record.id) : paths.receipts,
          label: record ? formatReceiptName(record) : t('title'),
        }}
        beside={record ? <ReceiptStatusBadge of={record.status} /> : null}
        actions={record ? <Timeline noun="receipt" id={record.id} facts={formFields} /> : null}
        also={
          <>
            <NetSoFar lines={lines} />
            {isAccepted ? null : (
              <Button disabled={draft.busy} onClick={() => void submit({ accept: true, force: false })}>
                {t('save_and_accept')}
              </Button>
            )}
          </>
        }
      >
        {isAccepted ? <Banner tone="info">{t('accepted_hint')}</Banner> : null}
        <Card>
          <CardBody className="grid gap-4 pt-4! sm:grid-cols-2 lg:grid-cols-4">
            <FormInput of={formFields.supplier_id} required className="lg:col-span-2" fixed={{ status: 1 }} />
            <FormInput of={formFields.on_date} required />
            <BranchOfAll place={place} />
            <FormInput of={formFields.invoice_number} />
            <FormInput of={formFields.invoice_date} />
            <FormInput of={formFields.notes} className="sm:col-span-2" />
          </CardBody>
        </Card>
        <ReceiptLinesCard lines={lines} place={place} isAccepted={isAccepted} />
      </FormPage>
      <ForceDialog
        reasons={force.asked}
        rows={force.rows}
        confirmLabel={t(accepting ? 'anyway.accept' : 'anyway.save')}
        busy={draft.busy}
        onConfirm={() => void submit({ accept: accepting, force: true })}
        onClose={force.close}
      />
    </>
  );
};
