import { type Locale, resolveText } from '@dukkan/commerce';
import { Money } from '../../kit/kinds/cell.tsx';
import { dirOf } from '../../lib/i18n.ts';
import { cx } from '../../ui/index.ts';
import { Barcode } from './barcode.tsx';
import type { LabelSize } from './label-sizes.ts';
import type { Product } from './start.ts';

/** What is printed on every label. */
export type LabelWords = { language: Locale; title: boolean; price: boolean; shop: string | null };

export type LabelOf = {
  key: string;
  titles: Product['titles'];
  price: number;
  /** Null: the label carries words only. */
  barcode: string | null;
};

/** Millimetres of the smallest words on a label of this height. */
const lettersOf = (height: number) => Math.min(3.2, Math.max(1.9, height / 10));

/** One label in its real size: shop, title, bars, price. */
export const Label = ({ of, size, words }: { of: LabelOf; size: LabelSize; words: LabelWords }) => {
  const letters = lettersOf(size.height);
  const { barcode } = of;
  return (
    <div
      data-label
      lang={words.language}
      dir={dirOf(words.language)}
      className="flex shrink-0 break-inside-avoid flex-col items-center justify-center overflow-hidden bg-white text-center text-black"
      style={{
        width: `${size.width}mm`,
        height: `${size.height}mm`,
        padding: `${size.height < 25 ? 1 : 1.5}mm 2mm`,
        gap: '0.5mm',
        fontSize: `${letters}mm`,
        lineHeight: 1.2,
      }}
    >
      {words.shop ? <p className="w-full truncate">{words.shop}</p> : null}
      {words.title ? (
        <p
          className={cx(
            'w-full font-semibold [overflow-wrap:anywhere]',
            size.height < 25 ? 'truncate' : 'line-clamp-2',
          )}
        >
          {resolveText(of.titles, words.language)}
        </p>
      ) : null}
      {barcode === null ? null : <Barcode code={barcode} className="min-h-0 w-full flex-1" />}
      {words.price ? (
        <p className="font-semibold" style={{ fontSize: `${letters * 1.3}mm` }}>
          <Money amount={of.price} />
        </p>
      ) : null}
    </div>
  );
};
