import { Printer } from 'lucide-react';
import { useState } from 'react';
import { BackLink, Timeline } from '../../kit/index.ts';
import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { Difference, ItemName } from '../../shared/stock-figures.tsx';
import {
  Badge,
  Button,
  Card,
  cx,
  EmptyState,
  PageHeader,
  SegmentedControl,
  Table,
  Td,
  THead,
  Th,
  Tr,
} from '../../ui/index.ts';
import { rowFields } from './fields.ts';
import type { Count } from './use-count.ts';

/** The result of a stock-taking, or a draft for users who may not count. */
export const CountResult = ({ of }: { of: Count }) => {
  const { t } = useTranslation(['stock-count', 'fields']);
  const { number, dateTime } = useFormat();
  const [view, setView] = useState<'different' | 'all'>('different');
  const title = t('stock-count:of', { branch: isolateBidi(of.branch_name) });
  const { can } = useSession();
  useTitle(title);
  const different = of.items.filter((line) => line.difference !== null && line.difference !== 0);
  const lines = view === 'all' ? of.items : different;
  const posted = of.status === 1;
  const figures = [
    { name: t('fields:lines_count'), value: <bdi>{number(of.lines_count)}</bdi> },
    { name: t('stock-count:different'), value: <bdi>{number(different.length)}</bdi> },
    { name: t('fields:difference'), value: <Difference of={of.difference} /> },
    {
      name: t('fields:value'),
      value: (
        <span className={cx(of.value < 0 && 'text-danger-text')}>
          <MoneyText amount={of.value} />
        </span>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title={title}
        aside={
          <Badge variant={posted ? 'success' : 'info'}>
            {t(posted ? 'stock-count:status.posted' : 'stock-count:status.draft')}
          </Badge>
        }
        breadcrumbs={<BackLink to={paths.stockCounts} label={t('stock-count:title')} />}
        description={
          of.posted_at === null
            ? null
            : t(of.account_name ? 'stock-count:posted_by' : 'stock-count:posted_at', {
                at: isolateBidi(dateTime(of.posted_at)),
                name: isolateBidi(of.account_name ?? ''),
              })
        }
        actions={
          <>
            <Timeline noun="stock-count" id={of.id} facts={rowFields} />
            <Button icon={<Printer />} onClick={() => window.print()}>
              {t('stock-count:print')}
            </Button>
          </>
        }
      />
      <dl className="mb-gap grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figures.map(({ name, value }) => (
          <div key={name} className="rounded-lg border border-line bg-surface px-4 py-3">
            <dt className="text-sm text-subtle">{name}</dt>
            <dd className="text-lg font-semibold tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <SegmentedControl
        value={view}
        onChange={setView}
        aria-label={t('stock-count:view.label')}
        className="mb-3 print:hidden"
        options={[
          { value: 'different', label: t('stock-count:view.different', { shown: number(different.length) }) },
          { value: 'all', label: t('stock-count:view.all', { shown: number(of.items.length) }) },
        ]}
      />
      <Card>
        {lines.length === 0 ? (
          <EmptyState title={t('stock-count:post.none')} />
        ) : (
          <Table aria-label={t('stock-count:lines')} className="rounded-lg">
            <THead>
              <tr>
                <Th>{t('fields:item_id')}</Th>
                <Th align="end" className="max-sm:hidden">
                  {t('fields:snapshot')}
                </Th>
                <Th align="end">{t('fields:counted')}</Th>
                <Th align="end">{t('fields:difference')}</Th>
                <Th align="end">{t('fields:value')}</Th>
              </tr>
            </THead>
            <tbody>
              {lines.map((line) => (
                <Tr key={line.id}>
                  <Td>
                    <ItemName
                      of={line}
                      wide
                      to={can(api.product.save) ? paths.product(line.product_id) : null}
                    />
                  </Td>
                  <Td align="end" className="max-sm:hidden">
                    <bdi className="tabular">{number(line.snapshot)}</bdi>
                  </Td>
                  <Td align="end">
                    {line.counted === null ? (
                      <EmptyCell />
                    ) : (
                      <bdi className="tabular">{number(line.counted)}</bdi>
                    )}
                  </Td>
                  <Td align="end">
                    {line.difference === null ? <EmptyCell /> : <Difference of={line.difference} />}
                  </Td>
                  <Td align="end">
                    {line.value === null ? <EmptyCell /> : <MoneyText amount={line.value} />}
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
      </Card>
    </>
  );
};
