import { useState } from 'react';
import { Instant, Link, RecordStates } from '../../kit/index.ts';
import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { Bdi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Button, Card, CardBody, CardHeader, cx } from '../../ui/index.ts';
import { CashButtons } from './cash-buttons.tsx';

type Session = RowOf<typeof api.posSession.show>;
type Term = Session['terms'][number];
type Row = RowOf<typeof api.posSession.rows>;

/** Terms that are taken out of the drawer, and so are negative in its sum. */
const TAKEN: readonly Term['key'][] = ['refunds', 'out', 'drop'];
const SUMS: readonly Term['key'][] = ['expected', 'counted', 'difference'];
/** Terms that are hidden when they are 0. */
const RARE: readonly Term['key'][] = ['hand_in', 'drop'];

/** The drawer's cash as a sum; each term can show its rows. */
export const SessionLedger = ({ of }: { of: Session }) => {
  const { t } = useTranslation('pos-session');
  const [opened, setOpened] = useState<Term['key'] | null>(null);
  const isBlind = of.terms.some(({ key, amount }) => key === 'expected' && amount === null);
  const terms = of.terms.filter(({ key, amount }) => !(RARE.includes(key) && amount === 0));
  const open = terms.find(({ key, opens }) => key === opened && opens !== null);
  return (
    <Card>
      <CardHeader
        title={t('ledger')}
        description={isBlind ? t('blind') : t('ledger_text')}
        actions={<CashButtons of={of} />}
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ul className="divide-y divide-line">
          {terms.map((term) => (
            <TermRow
              key={term.key}
              of={term}
              isOpen={opened === term.key}
              onToggle={() => setOpened(opened === term.key ? null : term.key)}
            />
          ))}
        </ul>
        {open?.opens ? <TermRows key={open.key} filters={open.opens.filters} /> : null}
      </CardBody>
    </Card>
  );
};

type TermRowProps = { of: Term; isOpen: boolean; onToggle: () => void };

const TermRow = ({ of: { key, amount, count, opens }, isOpen, onToggle }: TermRowProps) => {
  const { t } = useTranslation('pos-session');
  const { number } = useFormat();
  const isSum = SUMS.includes(key);
  const isOff = key === 'difference' && amount !== null && amount !== 0;
  return (
    <li data-term={key} className={cx('flex items-center gap-3 py-2.5', isSum && 'font-semibold')}>
      <span className="min-w-0 flex-1">
        {opens ? (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={onToggle}
            className="hit rounded-sm text-primary-text hover:underline"
          >
            {t(`term.${key}`)} <span className="text-sm text-subtle">({number(count ?? 0)})</span>
          </button>
        ) : (
          t(`term.${key}`)
        )}
        {key === 'difference' && amount === 0 ? (
          <span className="ms-2 text-sm font-normal text-success-text">{t('off.none')}</span>
        ) : null}
      </span>
      <span className={cx('tabular', isSum && 'text-lg', isOff && 'text-danger-text')}>
        {amount === null ? <EmptyCell /> : <MoneyText amount={TAKEN.includes(key) ? -amount : amount} />}
      </span>
    </li>
  );
};

const LIMIT = 50;

/** The rows of a term, newest first. */
const TermRows = ({ filters }: { filters: NonNullable<Term['opens']>['filters'] }) => {
  const { t } = useTranslation(['pos-session', 'kit']);
  const [limit, setLimit] = useState(LIMIT);
  const read = useRead(api.posSession.rows, { ...filters, limit: Math.min(limit, 100) });
  return (
    <RecordStates read={read} use={api.posSession.rows}>
      {(rows: readonly Row[]) => (
        <section aria-label={t(`pos-session:term.${filters.term}`)}>
          <ul className="divide-y divide-line rounded-lg border border-line px-3">
            {rows.map((row) => (
              <CashRow key={`${row.term}-${row.id}`} of={row} />
            ))}
          </ul>
          {(read.meta?.total ?? 0) > rows.length && limit < 100 ? (
            <Button className="mt-2" size="sm" onClick={() => setLimit(100)}>
              {t('pos-session:show_more')}
            </Button>
          ) : null}
        </section>
      )}
    </RecordStates>
  );
};

const CashRow = ({ of }: { of: Row }) => {
  const { t } = useTranslation('pos-session');
  const { can } = useSession();
  const number = of.order_id === null ? null : <Bdi>{`#${of.order_id}`}</Bdi>;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2 text-sm">
      <Instant at={of.created_at} />
      <span className="min-w-0 flex-1">
        {number === null ? null : can(api.order.show) ? (
          <Link
            to={paths.order(of.order_id ?? 0)}
            className="hit rounded-sm text-primary-text hover:underline"
          >
            {number}
          </Link>
        ) : (
          number
        )}{' '}
        {[of.driver_name, of.reason, of.account_name].map((text) =>
          text ? (
            <bdi key={text} className="me-2 text-muted">
              {text}
            </bdi>
          ) : null,
        )}
        {of.approver_name ? (
          <span className="text-muted">
            {t('approver')}: <bdi>{of.approver_name}</bdi>
          </span>
        ) : null}
      </span>
      <span className="tabular font-medium">
        <MoneyText amount={of.amount} />
      </span>
    </li>
  );
};
