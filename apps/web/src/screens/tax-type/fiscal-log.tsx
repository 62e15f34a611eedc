import { Can, ExportButton, Instant, Link, type ListRowOf, RecordStates } from '../../kit/index.ts';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Badge, type BadgeVariant, Button, Card, CardBody, CardHeader } from '../../ui/index.ts';

type Document = ListRowOf<typeof api.tss.documents>;

const MAX_LOG_ROWS = 50;

const log = { endpoint: api.tss.documents, input: {} };

const looks: Record<Document['state'], BadgeVariant> = {
  waiting: 'info',
  signing: 'info',
  sealed: 'success',
  outage: 'warning',
};

/** The latest receipts, signed and unsigned. */
export const FiscalLog = ({ onVerify }: { onVerify: (code: string) => void }) => {
  const { t } = useTranslation('tss');
  const read = useRead(api.tss.documents, { limit: MAX_LOG_ROWS });
  return (
    <Card>
      <CardHeader title={t('log')} actions={<ExportButton list={log} />} />
      <CardBody>
        <RecordStates read={read} use={api.tss.documents}>
          {(documents) =>
            documents.length === 0 ? (
              <p className="text-sm text-subtle">{t('log_empty')}</p>
            ) : (
              <ul className="grid gap-3 text-sm">
                {documents.map((document) => (
                  <DocumentRow key={document.id} of={document} onVerify={onVerify} />
                ))}
              </ul>
            )
          }
        </RecordStates>
      </CardBody>
    </Card>
  );
};

const DocumentRow = ({ of, onVerify }: { of: Document; onVerify: (code: string) => void }) => {
  const { t } = useTranslation('tss');
  const { number } = useFormat();
  return (
    <li className="min-w-0 border-b border-line pb-3 last:border-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge variant={looks[of.state]}>{t(`document.${of.state}`)}</Badge>
        <Link className="hit rounded-sm font-medium hover:underline" to={paths.order(of.order_id)}>
          {t(`kind.${of.kind}`, { number: of.order_id })}
        </Link>
        {of.transaction_number === null ? null : (
          <span>{t('transaction', { number: number(of.transaction_number) })}</span>
        )}
        <span className="text-subtle">
          <Instant at={of.created_at} />
        </span>
        <bdi className="text-subtle">{of.branch_name}</bdi>
      </p>
      <p className="mt-1 text-subtle [overflow-wrap:anywhere]">
        {of.reason ? t(`reason.${of.reason}`) : <Bdi dir="ltr">{of.process_data}</Bdi>}
      </p>
      <DocumentActions of={of} onVerify={onVerify} />
    </li>
  );
};

const DocumentActions = ({ of, onVerify }: { of: Document; onVerify: (code: string) => void }) => {
  const { t } = useTranslation('tss');
  const { submit, busy } = useWrite(api.tss.retry, {
    success: t('retried', { number: of.transaction_number }),
  });
  const { code } = of;
  if (code !== null)
    return (
      <Button size="sm" variant="link" onClick={() => onVerify(code)}>
        {t('verify_transaction', { number: of.transaction_number })}
      </Button>
    );
  if (of.state === 'outage') return null;
  return (
    <Can use={api.tss.retry}>
      <Button size="sm" loading={busy} onClick={() => void submit({ id: of.id })}>
        {t('retry')}
      </Button>
    </Can>
  );
};
