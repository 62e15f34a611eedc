import { getCurrencyScale } from '@dukkan/commerce';
import { type ReactNode, useState } from 'react';
import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useIsPhoneWidth } from '../../lib/narrow.ts';
import { paths } from '../../lib/paths.ts';
import { ItemName } from '../../shared/stock-figures.tsx';
import { Button, Card, CardHeader, Table, Td, THead, Th, Tr } from '../../ui/index.ts';
import type { Receipt } from './line.ts';

type Line = Receipt['items'][number];
/** What the lines of a receipt have; what none of them has needs no column. */
type Shape = {
  readonly hasBranches: boolean;
  readonly hasDiscount: boolean;
  readonly hasExpiry: boolean;
  readonly hasStock: boolean;
};

/** The number of lines that are drawn at first: a receipt may have a thousand, and its amounts stand below them. */
const LINES_AT_FIRST = { table: 100, cards: 20 };

const COST_DECIMALS = 4;

function getShape(lines: readonly Line[]): Shape {
  return {
    hasBranches: new Set(lines.map(({ branch_id }) => branch_id)).size > 1,
    hasDiscount: lines.some((line) => line.cost_value < line.cost_value_before_discount),
    hasExpiry: lines.some(({ expire_date }) => expire_date !== null),
    hasStock: lines.some(({ remaining_quantity }) => remaining_quantity !== null),
  };
}

/** The lines of a receipt to read: a table, on a phone a card for each; its amounts stand below them. */
export const ReceiptLines = ({ of, children }: { of: Receipt; children: ReactNode }) => {
  const { t } = useTranslation('receipt');
  const { number } = useFormat();
  const isNarrow = useIsPhoneWidth();
  const [showsAll, setShowsAll] = useState(false);
  const lines = showsAll ? of.items : of.items.slice(0, LINES_AT_FIRST[isNarrow ? 'cards' : 'table']);
  const shape = getShape(of.items);
  return (
    <Card aria-label={t('lines')} className="overflow-hidden">
      <CardHeader
        title={t('lines')}
        description={t('lines_of', {
          count: of.lines_count,
          lines: number(of.lines_count),
          units: number(of.quantity),
        })}
      />
      {of.items.length === 0 ? (
        <p className="px-4 pt-1 pb-4 text-muted">{t('no_lines')}</p>
      ) : isNarrow ? (
        <LineCards lines={lines} shape={shape} currency={of.currency} />
      ) : (
        <LineTable lines={lines} shape={shape} currency={of.currency} />
      )}
      {lines.length < of.items.length ? (
        <div className="border-t border-line px-4 py-3">
          <Button onClick={() => setShowsAll(true)}>
            {t('all_lines', { shown: number(of.items.length) })}
          </Button>
        </div>
      ) : null}
      {children}
    </Card>
  );
};

type LinesProps = { lines: readonly Line[]; shape: Shape; currency: string };

const LineTable = ({ lines, shape, currency }: LinesProps) => {
  const { t } = useTranslation(['receipt', 'fields']);
  const { date } = useFormat();
  return (
    <Table aria-label={t('receipt:lines')} className="mt-1.5 border-t border-line">
      <THead>
        <tr>
          <Th>{t('fields:item_id')}</Th>
          {shape.hasBranches ? <Th>{t('fields:branch_id')}</Th> : null}
          {shape.hasExpiry ? <Th>{t('fields:expire_date')}</Th> : null}
          <Th align="end">{t('fields:quantity')}</Th>
          {shape.hasStock ? <Th align="end">{t('receipt:left')}</Th> : null}
          <Th align="end">{t('fields:cost_value')}</Th>
          <Th align="end">{t('receipt:line_total')}</Th>
        </tr>
      </THead>
      <tbody>
        {lines.map((line) => (
          <Tr key={line.id}>
            <Td>
              <ItemName of={line} to={paths.product(line.product_id)} wide />
            </Td>
            {shape.hasBranches ? (
              <Td>
                <bdi>{line.branch_name}</bdi>
              </Td>
            ) : null}
            {shape.hasExpiry ? (
              <Td className="whitespace-nowrap">
                {line.expire_date === null ? <EmptyCell /> : <bdi>{date(line.expire_date)}</bdi>}
              </Td>
            ) : null}
            <Td align="end">
              <ReceivedUnits of={line} />
            </Td>
            {shape.hasStock ? (
              <Td align="end">
                <RemainingUnits of={line} />
              </Td>
            ) : null}
            <Td align="end" className="whitespace-nowrap">
              <UnitCost of={line} currency={currency} />
            </Td>
            <Td align="end" className="font-medium whitespace-nowrap">
              <MoneyText amount={line.net} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
};

const LineCards = ({ lines, shape, currency }: LinesProps) => {
  const { t } = useTranslation(['receipt', 'fields']);
  const { date } = useFormat();
  return (
    <ul aria-label={t('receipt:lines')} className="mt-1.5 divide-y divide-line border-t border-line">
      {lines.map((line) => {
        const facts = [
          { id: 'quantity', name: t('fields:quantity'), value: <ReceivedUnits of={line} /> },
          { id: 'cost', name: t('fields:cost_value'), value: <UnitCost of={line} currency={currency} /> },
          ...(shape.hasStock
            ? [{ id: 'left', name: t('receipt:left'), value: <RemainingUnits of={line} /> }]
            : []),
          ...(line.expire_date === null
            ? []
            : [{ id: 'expiry', name: t('fields:expire_date'), value: <bdi>{date(line.expire_date)}</bdi> }]),
          ...(shape.hasBranches
            ? [{ id: 'branch', name: t('fields:branch_id'), value: <bdi>{line.branch_name}</bdi> }]
            : []),
        ];
        return (
          <li key={line.id} className="px-4 py-3">
            <div className="flex items-start justify-between gap-3">
              <ItemName of={line} to={paths.product(line.product_id)} wide />
              <strong className="shrink-0 font-semibold tabular">
                <MoneyText amount={line.net} />
              </strong>
            </div>
            <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
              {facts.map(({ id, name, value }) => (
                <div key={id} className="flex items-baseline gap-1.5">
                  <dt className="text-subtle">{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
};

/** The received units, with the size of a pack where an item comes in packs. */
const ReceivedUnits = ({ of: { quantity, pack_quantity } }: { of: Line }) => {
  const { t } = useTranslation('receipt');
  const { number } = useFormat();
  return (
    <span className="tabular">
      <bdi>{number(quantity)}</bdi>
      {pack_quantity > 1 ? (
        <span className="ms-1.5 text-sm text-subtle">{t('pack', { units: number(pack_quantity) })}</span>
      ) : null}
    </span>
  );
};

/** What is left in stock of a line's batch. */
const RemainingUnits = ({ of: { remaining_quantity } }: { of: Line }) => {
  const { number } = useFormat();
  if (remaining_quantity === null) return <EmptyCell />;
  return <bdi className="text-muted tabular">{number(remaining_quantity)}</bdi>;
};

/** The cost of one unit with all its decimals, after the cost before a discount. */
const UnitCost = ({
  of: { cost_value, cost_value_before_discount },
  currency,
}: {
  of: Line;
  currency: string;
}) => {
  const { t } = useTranslation('receipt');
  const { number } = useFormat();
  const format = (cost: number) =>
    number(cost, {
      minimumFractionDigits: getCurrencyScale(currency),
      maximumFractionDigits: Math.max(COST_DECIMALS, getCurrencyScale(currency)),
    });
  return (
    <span className="tabular">
      {cost_value < cost_value_before_discount ? (
        <s className="me-1.5 text-subtle">
          <span className="sr-only">{t('cell.before')} </span>
          <bdi>{format(cost_value_before_discount)}</bdi>
        </s>
      ) : null}
      <bdi>{format(cost_value)}</bdi>
    </span>
  );
};
