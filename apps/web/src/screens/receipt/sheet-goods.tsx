import { Bdi } from '../../lib/format.ts';
import { cx } from '../../ui/index.ts';
import type { Receipt } from './line.ts';
import type { Words } from './sheet-words.ts';

const cell = 'border-b border-line py-1.5 align-top';

/** What was bought, line by line; the head is repeated on every page. */
export const Goods = ({ of, words, isWide }: { of: Receipt; words: Words; isWide: boolean }) => {
  const { t, number, cost, money, day } = words;
  const several = of.branches_names.length > 1;
  const head = 'border-b border-line-strong py-1.5 text-xs font-medium text-muted';
  return (
    <table className="w-full border-collapse tabular">
      <thead>
        <tr>
          <th scope="col" className={cx(head, 'pe-2 text-start')}>
            {t('receipt:invoice.code')}
          </th>
          <th scope="col" className={cx(head, 'pe-2 text-start')}>
            {t('fields:item_id')}
          </th>
          <th scope="col" className={cx(head, 'ps-2 text-end')}>
            {t('fields:quantity')}
          </th>
          {isWide ? (
            <th scope="col" className={cx(head, 'ps-2 text-end')}>
              {t('receipt:invoice.before')}
            </th>
          ) : null}
          <th scope="col" className={cx(head, 'ps-2 text-end')}>
            {t('fields:cost_value')}
          </th>
          <th scope="col" className={cx(head, 'ps-2 text-end')}>
            {t('fields:net')}
          </th>
        </tr>
      </thead>
      <tbody>
        {of.items.map((line) => (
          <tr key={line.id} className="print:break-inside-avoid">
            <td className={cx(cell, 'pe-2 whitespace-nowrap')}>
              <Bdi dir="ltr">{line.barcode ?? '–'}</Bdi>
            </td>
            <td className={cx(cell, 'w-full pe-2 [overflow-wrap:anywhere]')}>
              <bdi>{line.title}</bdi>
              {several || line.expire_date ? (
                <span className="block text-xs text-subtle">
                  {several ? <bdi>{line.branch_name}</bdi> : null}
                  {several && line.expire_date ? ' · ' : null}
                  {line.expire_date ? (
                    <>
                      {t('fields:expire_date')}: <bdi>{day(line.expire_date)}</bdi>
                    </>
                  ) : null}
                </span>
              ) : null}
            </td>
            <td className={cx(cell, 'ps-2 text-end')}>
              <bdi>{number(line.quantity)}</bdi>
            </td>
            {isWide ? (
              <td className={cx(cell, 'ps-2 text-end')}>
                <bdi>{cost(line.cost_value_before_discount)}</bdi>
              </td>
            ) : null}
            <td className={cx(cell, 'ps-2 text-end')}>
              <bdi>{cost(line.cost_value)}</bdi>
            </td>
            <td className={cx(cell, 'ps-2 text-end whitespace-nowrap')}>
              <bdi>{money(line.net)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
