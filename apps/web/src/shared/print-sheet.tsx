import type { PrintedContent, PrintProfile } from '@dukkan/contract';
import { useLayoutEffect, useRef, useState } from 'react';
import { Bdi } from '../lib/format.ts';
import { getTextDirection } from '../lib/i18n.ts';
import { cx } from '../ui/index.ts';
import { buildPrintPageCss, SIZES } from './print-choice.ts';
import { NarrowLines, WideLines } from './print-lines.tsx';

type PaperSheetProps = { of: PrintedContent; paper: PrintProfile };

/** A document as it is printed, identical to its PDF; always light. */
export const PaperSheet = ({ of, paper }: PaperSheetProps) => {
  const { width, margin, text, height } = SIZES[paper];
  const isRoll = height === null;
  const sheet = useRef<HTMLElement>(null);
  const [long, setLong] = useState(0);
  useLayoutEffect(() => {
    const { current } = sheet;
    if (!current) return;
    // measured relative to its own width, so that the zoom on the screen does not matter
    const measure = () => setLong((current.offsetHeight / Math.max(1, current.offsetWidth)) * width);
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    measure();
    return () => watch.disconnect();
  }, [width]);
  return (
    <article
      ref={sheet}
      data-skin="light"
      dir={getTextDirection(of.locale)}
      lang={of.locale}
      aria-label={of.title}
      className={cx(
        'mx-auto shrink-0 bg-white leading-normal text-ink shadow-md print:m-0 print:shadow-none',
        !isRoll && 'print:w-auto! print:p-0!',
      )}
      style={{ width: `${width}mm`, padding: `${margin}mm`, fontSize: `${text}pt` }}
    >
      {/* sets the printer's paper */}
      <style>{buildPrintPageCss(paper, long)}</style>
      {isRoll ? <RollHead of={of} /> : <SheetHeader of={of} />}
      <SheetFacts of={of} isRoll={isRoll} />
      {of.rows.length === 0 ? null : isRoll ? (
        <NarrowLines of={of} />
      ) : (
        <WideLines of={of} isWide={paper === 'a4'} />
      )}
      <SheetSums of={of} isRoll={isRoll} />
      <SheetTaxes of={of} isRoll={isRoll} />
      {of.notes.map((note) => (
        <section key={note.label} className="mt-[1.2em] print:break-inside-avoid">
          <h3 className="text-[0.86em] text-subtle">{note.label}</h3>
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {note.text}
          </p>
        </section>
      ))}
      {of.qr === null ? null : <QrCode of={of.qr} isRoll={isRoll} />}
      <footer className="mt-[1.4em] border-t border-line pt-[0.4em] text-[0.86em] text-subtle">
        {of.foot.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </footer>
    </article>
  );
};

/** The size of the QR code in millimetres, as in the PDF. */
const QR_MM = 40;

const QrCode = ({ of, isRoll }: { of: NonNullable<PrintedContent['qr']>; isRoll: boolean }) => {
  const modules = of.rows.flatMap((row, y) =>
    Array.from(row.matchAll(/1+/g), ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  );
  return (
    <section className="mt-[1.2em] print:break-inside-avoid">
      <h3 className="text-[0.86em] text-subtle">{of.label}</h3>
      <svg
        role="img"
        aria-label={of.label}
        viewBox={`0 0 ${of.rows.length} ${of.rows.length}`}
        shapeRendering="crispEdges"
        className={cx('max-w-full', isRoll && 'mx-auto')}
        style={{ width: `${QR_MM}mm` }}
      >
        <path d={modules.join('')} fill="#000" />
      </svg>
    </section>
  );
};

const ShopLogo = ({ of: { shop }, className }: { of: PrintedContent; className?: string }) =>
  shop.logo_url ? (
    <img
      src={shop.logo_url}
      alt=""
      className={cx('h-[12mm] w-auto max-w-[40mm] object-contain', className)}
    />
  ) : null;

const ShopContacts = ({ of: { shop } }: { of: PrintedContent }) =>
  shop.contacts.map((one) => (
    <p key={one} className="text-[0.9em] text-muted [overflow-wrap:anywhere]">
      <Bdi dir="ltr">{one}</Bdi>
    </p>
  ));

const SheetHeader = ({ of }: { of: PrintedContent }) => (
  <header className="flex items-start justify-between gap-[1em] border-b-2 border-ink pb-[0.8em]">
    <div className="flex min-w-0 items-center gap-[0.8em]">
      <ShopLogo of={of} />
      <div className="min-w-0">
        <p className="text-[1.15em] font-semibold">
          <bdi>{of.shop.name}</bdi>
        </p>
        <ShopContacts of={of} />
      </div>
    </div>
    <div className="text-end">
      <h2 className="text-[1.5em] font-semibold">{of.title}</h2>
      <p className="text-muted">{of.subject}</p>
    </div>
  </header>
);

const RollHead = ({ of }: { of: PrintedContent }) => (
  <header className="border-b-2 border-ink pb-[0.4em] text-center">
    <ShopLogo of={of} className="mx-auto mb-[0.4em]" />
    <p className="text-[1.15em] font-semibold">
      <bdi>{of.shop.name}</bdi>
    </p>
    <ShopContacts of={of} />
    <h2 className="mt-[0.3em] text-[1.5em] font-semibold">{of.title}</h2>
    <p>{of.subject}</p>
  </header>
);

const SheetFacts = ({ of, isRoll }: { of: PrintedContent; isRoll: boolean }) => (
  <dl
    className={
      isRoll ? 'my-[0.6em] grid gap-y-[0.1em]' : 'my-[1em] grid grid-cols-2 gap-x-[2em] gap-y-[0.5em]'
    }
  >
    {of.facts.map(({ label, value, also, is_code }) => (
      <div
        key={label}
        className={cx('min-w-0', isRoll && 'flex flex-wrap items-baseline justify-between gap-x-[0.8em]')}
      >
        <dt className="text-[0.86em] text-subtle">{label}</dt>
        <dd className={cx('min-w-0 [overflow-wrap:anywhere]', isRoll && 'ms-auto text-end')}>
          <bdi dir={is_code ? 'ltr' : undefined}>{value}</bdi>
          {also === null ? null : (
            <Bdi dir="ltr" className="block text-[0.86em] text-muted rtl:text-end">
              {also}
            </Bdi>
          )}
        </dd>
      </div>
    ))}
  </dl>
);

const SheetSums = ({ of, isRoll }: { of: PrintedContent; isRoll: boolean }) => (
  <dl className={cx('mt-[0.8em] max-w-full tabular print:break-inside-avoid', !isRoll && 'ms-auto w-[72mm]')}>
    {of.sums.map(({ label, value, strong }) => (
      <div
        key={label}
        className={cx(
          'flex justify-between gap-[1em] py-[0.1em]',
          strong && 'text-[1.08em] font-semibold not-first:border-t not-first:border-line',
        )}
      >
        <dt className="min-w-0 [overflow-wrap:anywhere]">{label}</dt>
        <dd className="whitespace-nowrap">
          {/* the direction is the currency's: an Arabic sign stands left of its amount, as on screens */}
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
);

const SheetTaxes = ({ of: { taxes }, isRoll }: { of: PrintedContent; isRoll: boolean }) => {
  if (taxes === null) return null;
  const { columns, rows } = taxes;
  return (
    <table className="mt-[1em] w-full border-collapse text-[0.95em] tabular print:break-inside-avoid">
      <thead>
        <tr>
          {columns.map((column, at) => (
            <th
              key={`${at.toString()}-${column}`}
              scope="col"
              className={cx(
                'border-b border-line pb-[0.2em] text-[0.86em] font-semibold text-muted',
                at === 0 ? 'text-start' : 'ps-[0.5em] text-end',
              )}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join(' ')}>
            {row.map((cell, at) => (
              <td
                key={columns[at] === cell ? cell : `${at.toString()}-${cell}`}
                className={cx(
                  at === 0 ? 'text-start' : 'ps-[0.5em] text-end',
                  isRoll ? 'break-all' : 'whitespace-nowrap',
                )}
              >
                <bdi>{cell}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
