import { Printer } from 'lucide-react';
import { Instant, type ListRowOf } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead, useWrite } from '../../lib/server/use-read-write.ts';
import { Badge, Button, Card, CardBody, CardHeader } from '../../ui/index.ts';

type Row = ListRowOf<typeof api.printer.list>;

/** Whether each saved printer is reachable, with a button for a test page. */
export const PrinterTests = ({ branch_id }: { branch_id: number }) => {
  const { t } = useTranslation('branch');
  const { results } = useRead(api.printer.list, { branch_id, limit: 100 });
  if (!results || results.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('printer.tests')} description={t('printer.tests_text')} />
      <CardBody>
        <ul className="grid divide-y divide-line">
          {results.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </ul>
      </CardBody>
    </Card>
  );
};

const Line = ({ row }: { row: Row }) => {
  const { t } = useTranslation('branch');
  const { submit, busy } = useWrite(api.printer.test);
  return (
    <li className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="grid min-w-0">
        <bdi className="truncate font-medium">{row.name}</bdi>
        <bdi dir="ltr" className="truncate text-start text-sm text-subtle">
          {`${row.host}:${row.port}`}
        </bdi>
      </span>
      <span className="flex flex-wrap items-center gap-3 text-sm">
        {row.last_answer === null || row.last_answer_at === null ? null : (
          <>
            <Badge variant={row.last_answer === 'printed' ? 'success' : 'danger'}>
              {t(`printer.answer.${row.last_answer}`)}
            </Badge>
            <Instant at={row.last_answer_at} />
          </>
        )}
        {row.actions.includes('save') ? (
          <Button size="sm" icon={<Printer />} loading={busy} onClick={() => void submit({ id: row.id })}>
            {t('printer.test')}
          </Button>
        ) : null}
      </span>
    </li>
  );
};
