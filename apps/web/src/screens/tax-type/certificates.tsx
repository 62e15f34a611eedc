import { Ban, FileKey, Plus } from 'lucide-react';
import { useState } from 'react';
import { Can, FinalWords, Instant, type ListRowOf, RecordStates } from '../../kit/index.ts';
import { Bdi, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import {
  Badge,
  type BadgeVariant,
  Button,
  Card,
  CardBody,
  CardHeader,
  ConfirmDialog,
  EmptyState,
  FactList,
  PageHeader,
} from '../../ui/index.ts';
import { FiscalLog } from './fiscal-log.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { TaxTabs } from './tabs.tsx';
import { VerifyCard } from './verify-card.tsx';

type Tss = ListRowOf<typeof api.tss.list>;

/** The page size; no shop has so many certificates. */
const MOST = 100;

/** The certificates that sign each branch's receipts, the signed receipts, and a check of a receipt's code. */
const CertificatesPage = () => {
  const { t } = useTranslation('tss');
  const read = useRead(api.tss.list, { limit: MOST });
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const setUp = (
    <Can use={api.tss.create}>
      <Button variant="primary" icon={<Plus />} onClick={() => setOpen(true)}>
        {t('set_up')}
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} actions={read.results?.length ? setUp : null} />
      <TaxTabs />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <RecordStates read={read} use={api.tss.list}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={<FileKey />} title={t('empty')} text={t('empty_text')} actions={setUp} />
            ) : (
              <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
                {rows.map((row) => (
                  <li key={row.id} className="min-w-0">
                    <TssCard of={row} />
                  </li>
                ))}
              </ul>
            )
          }
        </RecordStates>
        {read.results?.length ? <FiscalLog onVerify={setCode} /> : null}
        <VerifyCard key={code} code={code} />
      </div>
      {isOpen ? <SetUpDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
};

const stateLooks: Partial<Record<Tss['state'], BadgeVariant>> = {
  INITIALIZED: 'success',
  DEFECTIVE: 'danger',
};

const TssCard = ({ of }: { of: Tss }) => {
  const { t } = useTranslation(['tss', 'fields']);
  return (
    <Card className="h-full">
      <CardHeader title={<bdi>{of.branch_name}</bdi>} />
      <CardBody>
        <p className="flex flex-wrap gap-1.5">
          <Badge variant={stateLooks[of.state] ?? 'secondary'}>{t(`tss:state.${of.state}`)}</Badge>
          {of.environment === 'TEST' ? <Badge variant="warning">{t('tss:test')}</Badge> : null}
        </p>
        <TssFacts of={of} />
        <DayStrip of={of} />
        <h3 className="mt-4 text-sm font-medium">{t('fields:clients')}</h3>
        {of.clients.length === 0 ? <p className="text-sm text-subtle">{t('tss:no_clients')}</p> : null}
        <ul className="mt-1 grid gap-1 text-sm">
          {of.clients.map((client) => (
            <li key={client.id} className="flex min-w-0 flex-wrap items-center gap-x-2">
              <bdi>{client.device_name}</bdi>
              <Bdi dir="ltr" className="text-subtle [overflow-wrap:anywhere]">
                {client.serial_number}
              </Bdi>
            </li>
          ))}
        </ul>
        {of.state === 'DISABLED' || of.state === 'DELETED' ? null : <DisableAction of={of} />}
      </CardBody>
    </Card>
  );
};

/** Disables a certificate after a confirmation, because this cannot be undone. */
const DisableAction = ({ of }: { of: Tss }) => {
  const { t } = useTranslation(['tss', 'kit']);
  const [isAsking, setAsking] = useState(false);
  const branch = isolateBidi(of.branch_name);
  const disable = useWrite(api.tss.disable, {
    success: t('tss:disabled', { branch }),
    onSuccess: () => setAsking(false),
  });
  return (
    <Can use={api.tss.disable}>
      <p className="mt-4">
        <Button size="sm" icon={<Ban />} onClick={() => setAsking(true)}>
          {t('tss:disable')}
        </Button>
      </p>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('tss:disable_ask', { branch })}
        text={<FinalWords>{t('tss:disable_text')}</FinalWords>}
        confirmLabel={t('tss:disable')}
        cancelLabel={t('kit:cancel')}
        danger
        loading={disable.busy}
        onConfirm={() => void disable.submit({ id: of.id })}
      />
    </Can>
  );
};

const TssFacts = ({ of }: { of: Tss }) => {
  const { t } = useTranslation(['tss', 'fields']);
  const { number } = useFormat();
  const fact = (id: string, value: React.ReactNode) => ({
    id,
    name: t(`fields:${id}`),
    value,
  });
  return (
    <FactList
      facts={[
        fact('valid_to', <Instant at={of.valid_to} />),
        fact('last_signed_at', of.last_signed_at ? <Instant at={of.last_signed_at} /> : t('tss:never')),
        fact('transaction_counter', number(of.transaction_counter)),
        fact('signature_counter', number(of.signature_counter)),
        fact('waiting', number(of.waiting)),
        fact('serial_number', <Bdi dir="ltr">{of.serial_number}</Bdi>),
        ...(of.last_error ? [fact('last_error', <bdi>{of.last_error}</bdi>)] : []),
      ]}
    />
  );
};

/** The last thirty days as a strip: all receipts signed, some unsigned, or no sales. */
const DayStrip = ({ of }: { of: Tss }) => {
  const { t } = useTranslation('tss');
  const { number } = useFormat();
  const total = (of_day: 'signed' | 'outages') => of.days.reduce((all, day) => all + day[of_day], 0);
  return (
    <div className="mt-4">
      <p className="text-sm text-subtle">
        {t('days', { sealed: number(total('signed')), outages: number(total('outages')) })}
      </p>
      <p aria-hidden className="mt-1 flex gap-0.5">
        {of.days.map(({ date, signed, outages }) => (
          <span
            key={date}
            className={`h-3 min-w-0 flex-1 rounded-sm ${outages > 0 ? 'bg-warning-solid' : signed > 0 ? 'bg-success-solid' : 'bg-sunken'}`}
          />
        ))}
      </p>
    </div>
  );
};

export default CertificatesPage;
