import { type Locale, resolveText } from '@dukkan/commerce';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { getTextDirection } from '../../lib/i18n.ts';
import { cx } from '../../ui/index.ts';
import { Barcode } from './barcode.tsx';
import type { EditedProduct } from './default-values.ts';
import type { LabelSize } from './label-sizes.ts';

/** The settings that apply to every label. */
export type LabelOptions = { language: Locale; title: boolean; price: boolean; shop: string | null };

export type ProductLabel = {
  key: string;
  titles: EditedProduct['titles'];
  price: number;
  /** Null for a label without a barcode. */
  barcode: string | null;
};

const LINE = 1.25;
const SIDE = 1.5;

/** Divides a label's height, in millimetres: text has a fixed height, the bars get the rest. */
function divideLabelHeight({ width, height }: LabelSize, words: LabelOptions) {
  const pad = height < 25 ? 0.8 : 1.5;
  const letters = Math.min(3.2, Math.max(1.9, height / 10));
  const title = words.title ? letters * LINE * (height < 25 ? 1 : 2) : 0;
  const shop = words.shop ? letters * LINE : 0;
  const price = words.price ? letters * 1.3 * LINE : 0;
  const bars = { width: width - 2 * SIDE, height: height - 2 * pad - title - shop - price };
  return { pad, letters, bars };
}

/** A label in its real size: shop, title, barcode, price. */
export const Label = ({ of, size, words }: { of: ProductLabel; size: LabelSize; words: LabelOptions }) => {
  const { pad, letters, bars } = divideLabelHeight(size, words);
  const { barcode } = of;
  return (
    <div
      data-label
      lang={words.language}
      dir={getTextDirection(words.language)}
      className="flex shrink-0 break-inside-avoid flex-col items-center justify-center overflow-hidden bg-white text-center text-black"
      style={{
        width: `${size.width}mm`,
        height: `${size.height}mm`,
        padding: `${pad}mm ${SIDE}mm`,
        fontSize: `${letters}mm`,
        lineHeight: LINE,
      }}
    >
      {words.shop ? (
        <p dir="auto" className="w-full truncate">
          {words.shop}
        </p>
      ) : null}
      {words.title ? (
        <p
          dir="auto"
          className={cx(
            'w-full font-semibold [overflow-wrap:anywhere]',
            size.height < 25 ? 'truncate' : 'line-clamp-2',
          )}
        >
          {resolveText(of.titles, words.language)}
        </p>
      ) : null}
      {barcode === null ? null : <Barcode code={barcode} {...bars} />}
      {words.price ? (
        <p className="font-semibold" style={{ fontSize: `${letters * 1.3}mm` }}>
          <MoneyText amount={of.price} />
        </p>
      ) : null}
    </div>
  );
};
