import { ArrowRight, Plus, Printer } from 'lucide-react';
import { BackLink, Can, Link, RecordPage, Timeline } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { ItemName } from '../../shared/stock-figures.tsx';
import { Button, Card, PageHeader, Table, Td, THead, Th, Tr } from '../../ui/index.ts';
import { rowFields } from './fields.ts';

type Transfer = RowOf<typeof api.transfer.show>;

export default function TransferPage() {
  return <RecordPage of={api.transfer.show}>{(record) => record && <SentTransfer of={record} />}</RecordPage>;
}

/** A sent transfer, which can be printed to accompany the goods. */
const SentTransfer = ({ of }: { of: Transfer }) => {
  const { t } = useTranslation(['transfer', 'fields']);
  const { number, dateTime } = useFormat();
  const title = t('transfer:named', { id: of.id });
  const { can } = useSession();
  useTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={<BackLink to={paths.transfers} label={t('transfer:title')} />}
        description={t(of.account_name ? 'transfer:made_by' : 'transfer:made', {
          at: isolateBidi(dateTime(of.created_at)),
          name: isolateBidi(of.account_name ?? ''),
        })}
        actions={
          <>
            <Timeline noun="transfer" id={of.id} facts={rowFields} />
            <Button icon={<Printer />} onClick={() => window.print()}>
              {t('transfer:print')}
            </Button>
            <Can use={api.transfer.save}>
              <Button asChild variant="primary" icon={<Plus />}>
                <Link to={paths.transferNew}>{t('transfer:add')}</Link>
              </Button>
            </Can>
          </>
        }
      />
      <div className="mb-gap grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3">
        <BranchBox name={t('fields:from_branch_id')} branch={of.from_branch_name} />
        <ArrowRight aria-hidden="true" className="size-5 text-subtle rtl:-scale-x-100" />
        <BranchBox name={t('fields:to_branch_id')} branch={of.to_branch_name} />
      </div>
      {of.notes === null ? null : (
        <p className="mb-gap whitespace-pre-line">
          <bdi>{of.notes}</bdi>
        </p>
      )}
      <Card>
        <Table aria-label={t('transfer:lines')} className="rounded-lg">
          <THead>
            <tr>
              <Th>{t('fields:item_id')}</Th>
              <Th align="end">{t('fields:quantity')}</Th>
              <Th align="end">{t('fields:value')}</Th>
            </tr>
          </THead>
          <tbody>
            {of.items.map((line) => (
              <Tr key={line.item_id}>
                <Td>
                  <ItemName
                    of={line}
                    wide
                    to={can(api.product.save) ? paths.product(line.product_id) : null}
                  />
                </Td>
                <Td align="end">
                  <bdi className="tabular">{number(line.quantity)}</bdi>
                </Td>
                <Td align="end">
                  <MoneyText amount={line.value} />
                </Td>
              </Tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <Td>{t('fields:total')}</Td>
              <Td align="end">
                <bdi className="tabular">{number(of.quantity)}</bdi>
              </Td>
              <Td align="end">
                <MoneyText amount={of.value} />
              </Td>
            </tr>
          </tfoot>
        </Table>
      </Card>
    </>
  );
};

const BranchBox = ({ name, branch }: { name: string; branch: string }) => (
  <div className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3">
    <p className="text-sm text-subtle">{name}</p>
    <p className="font-semibold [overflow-wrap:anywhere]">
      <bdi>{branch}</bdi>
    </p>
  </div>
);
