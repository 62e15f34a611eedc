import type { Locale } from '@dukkan/commerce';
import type { ReactNode } from 'react';
import { Bdi } from '../../lib/format.ts';
import { dirOf } from '../../lib/i18n.ts';
import { cx } from '../../ui/index.ts';
import type { Receipt } from './line.ts';
import { PAPER_SIZES, type Paper, pageRule } from './paper.ts';
import { Goods } from './sheet-goods.tsx';
import { useWords, type Words } from './sheet-words.ts';

type SheetProps = { of: Receipt; paper: Paper; language: Locale };

/** The purchase invoice as it leaves the printer; always light (specification section 1, printable layouts). */
export const Sheet = ({ of, paper, language }: SheetProps) => {
  const words = useWords(language);
  const { t } = words;
  return (
    <article
      data-skin="light"
      dir={dirOf(language)}
      lang={language}
      aria-label={t('receipt:invoice.title')}
      className={cx(
        'mx-auto shrink-0 bg-white text-ink shadow-md print:m-0 print:w-auto! print:p-0! print:shadow-none',
        paper === 'a4' ? 'p-[14mm] text-base' : 'p-[8mm] text-sm',
      )}
      style={{ width: `${PAPER_SIZES[paper].width}mm` }}
    >
      {/* the printer's paper */}
      <style>{pageRule(paper)}</style>
      <Head of={of} words={words} />
      <Parties of={of} words={words} />
      <Goods of={of} words={words} isWide={paper === 'a4'} />
      <Totals of={of} words={words} />
      {of.notes ? (
        <section className="mt-4 print:break-inside-avoid">
          <h3 className="text-xs text-subtle">{t('fields:notes')}</h3>
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {of.notes}
          </p>
        </section>
      ) : null}
      <footer className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line pt-2 text-xs text-subtle">
        <span>
          {t('receipt:invoice.by')}: <bdi>{of.account_name ?? '–'}</bdi> ·{' '}
          <bdi>{words.instant(of.created_at)}</bdi>
        </span>
        <span>
          {t('receipt:invoice.printed')}: <bdi>{words.instant(new Date())}</bdi>
        </span>
      </footer>
    </article>
  );
};

const Head = ({ of, words: { t, shop, name } }: { of: Receipt; words: Words }) => (
  <header className="flex items-start justify-between gap-4 border-b-2 border-ink pb-3">
    <div className="flex min-w-0 items-center gap-3">
      {shop?.logo ? <img src={shop.logo} alt="" className="size-12 object-contain" /> : null}
      <div className="min-w-0">
        <p className="font-semibold">
          <bdi>{name}</bdi>
        </p>
        {[shop?.info.phone, shop?.info.email, shop?.info.website].map((one) =>
          one ? (
            <p key={one} className="text-xs text-muted">
              <Bdi dir="ltr">{one}</Bdi>
            </p>
          ) : null,
        )}
      </div>
    </div>
    <div className="text-end">
      <h2 className="text-lg font-semibold">{t('receipt:invoice.title')}</h2>
      <p className="text-muted">
        <Bdi dir="ltr">{`#${of.id}`}</Bdi> · {t(statusKey(of.status))}
      </p>
    </div>
  </header>
);

const statusKey = (status: number | null): string =>
  ({ '-1': 'receipt:status.cancelled', '1': 'receipt:status.accepted', '2': 'receipt:status.locked' })[
    String(status)
  ] ?? 'receipt:status.none';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-subtle">{name}</dt>
    <dd className="[overflow-wrap:anywhere]">{children}</dd>
  </div>
);

const Parties = ({ of, words: { t, day, list } }: { of: Receipt; words: Words }) => (
  <dl className="my-4 grid grid-cols-2 gap-x-6 gap-y-2">
    <Fact name={t('receipt:invoice.supplier')}>
      <bdi className="font-medium">{of.supplier_name}</bdi>
      {of.supplier_phone ? (
        <Bdi dir="ltr" className="block w-fit text-muted">
          {of.supplier_phone}
        </Bdi>
      ) : null}
    </Fact>
    <Fact name={t('receipt:goods_to')}>
      <bdi>{of.branches_names.length > 0 ? list(of.branches_names) : '–'}</bdi>
    </Fact>
    <Fact name={t('fields:invoice_number')}>
      <Bdi dir="ltr">{of.invoice_number ?? '–'}</Bdi>
    </Fact>
    <Fact name={t('fields:invoice_date')}>
      <bdi>{of.invoice_date ? day(of.invoice_date) : '–'}</bdi>
    </Fact>
    <Fact name={t('receipt:received_on')}>
      <bdi>{day(of.on_date)}</bdi>
    </Fact>
    <Fact name={t('receipt:invoice.number')}>
      <Bdi dir="ltr">{`#${of.id}`}</Bdi>
    </Fact>
  </dl>
);

const Totals = ({ of, words: { t, money } }: { of: Receipt; words: Words }) => {
  const sums: [string, number, boolean][] = [
    [t('fields:total'), of.total, false],
    [t('fields:discount'), of.discount, false],
    [t('fields:net'), of.net, true],
    [t('fields:paid'), of.paid, false],
    [t('receipt:invoice.to_pay'), of.balance, true],
  ];
  return (
    <dl className="ms-auto mt-3 w-64 max-w-full tabular print:break-inside-avoid">
      {sums.map(([name, amount, strong]) => (
        <div
          key={name}
          className={cx('flex justify-between gap-6 py-0.5', strong && 'border-t border-line font-semibold')}
        >
          <dt>{name}</dt>
          <dd>
            <bdi>{money(amount)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
};
