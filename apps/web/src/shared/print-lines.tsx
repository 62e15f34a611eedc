import type { PrintedContent } from '@dukkan/contract';
import { Bdi } from '../lib/format.ts';
import { cx } from '../ui/index.ts';

type Role = PrintedContent['columns'][number]['role'];
type Row = PrintedContent['rows'][number];

const isText = (role: Role): boolean => role === 'title' || role === 'text';
const isFigure = (role: Role): boolean => !isText(role) && role !== 'code';

/** Gives each row a key, because two rows may be identical. */
const addRowKeys = (rows: readonly Row[]) => rows.map((row, at) => ({ row, key: `line-${at.toString()}` }));

/** Prints the lines as a table with its head on every page; the price before discount only on office paper. */
export const WideLines = ({ of, isWide }: { of: PrintedContent; isWide: boolean }) => {
  const visibleColumns = of.columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ role, at }) => role !== 'before' || (isWide && of.rows.some(({ cells }) => cells[at] !== '')));
  const place = (role: Role) =>
    cx(
      'py-[0.4em] align-top',
      isFigure(role) ? 'ps-[0.8em] text-end' : 'pe-[0.8em] text-start',
      role === 'title' ? 'w-full [overflow-wrap:anywhere]' : 'whitespace-nowrap',
    );
  return (
    <table className="w-full border-collapse tabular">
      <thead>
        <tr>
          {visibleColumns.map(({ role, label }) => (
            <th
              key={role}
              scope="col"
              className={cx(place(role), 'border-b-2 border-ink text-[0.9em] font-semibold text-muted')}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {addRowKeys(of.rows).map(({ row, key }) => (
          <tr key={key} className="border-b border-line print:break-inside-avoid">
            {visibleColumns.map(({ role, at }) => (
              <td key={role} className={place(role)}>
                <bdi dir={role === 'code' ? 'ltr' : undefined}>{row.cells[at]}</bdi>
                {role === 'title' && row.also !== null ? (
                  <span className="block text-[0.88em] text-subtle">{row.also}</span>
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** Prints the lines on a roll: the title in full width, below it quantity, price and amount. */
export const NarrowLines = ({ of }: { of: PrintedContent }) => {
  const at = (role: Role) => of.columns.findIndex((column) => column.role === role);
  const places = {
    title: at('title'),
    code: at('code'),
    quantity: at('quantity'),
    price: at('price'),
    sum: at('sum'),
  };
  return (
    <ul className="border-t border-line tabular">
      {addRowKeys(of.rows).map(({ row, key }) => {
        const cell = (role: keyof typeof places) => row.cells[places[role]] ?? '';
        return (
          <li key={key} className="border-b border-line py-[0.3em] print:break-inside-avoid">
            {/* starts at the same edge as the paper's lines, whichever language the title is in */}
            <span className="block text-start [overflow-wrap:anywhere]">
              <bdi>{cell('title')}</bdi>
            </span>
            <Bdi dir="ltr" className="block text-[0.9em] text-muted rtl:text-end">
              {cell('code')}
            </Bdi>
            {row.also === null ? null : <span className="block text-[0.88em] text-subtle">{row.also}</span>}
            <span className="flex flex-wrap justify-between gap-x-[0.8em]">
              <bdi>{`${cell('quantity')} × ${cell('price')}`}</bdi>
              {/* a box of its own, so that the number is aligned by the paper's direction and not by its own */}
              <span className="ms-auto">
                <bdi>{cell('sum')}</bdi>
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
};
