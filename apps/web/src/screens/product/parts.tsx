import { Check } from 'lucide-react';
import { useState } from 'react';
import { EmptyCell } from '../../kit/kinds/cell.tsx';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { Glyph, IconButton } from '../../ui/index.ts';

const COPIED_MS = 1_500;

/** A barcode with a copy button, always in one line: a code that is too long for its place ends in dots. */
export const Code = ({ code, more = 0 }: { code: string | null; more?: number }) => {
  const { t } = useTranslation('product');
  const [copied, setCopied] = useState(false);
  if (code === null) return <EmptyCell />;
  const copy = async () => {
    await navigator.clipboard?.writeText(code);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1">
      <bdi dir="ltr" title={code} className="max-w-44 min-w-0 truncate tabular max-md:max-w-none">
        {code}
      </bdi>
      {more > 0 ? (
        <span className="shrink-0 text-sm whitespace-nowrap text-subtle">
          <bdi aria-hidden="true">+{more}</bdi>
          <span className="sr-only">{t('item.more', { count: more })}</span>
        </span>
      ) : null}
      <IconButton
        size="sm"
        label={copied ? t('code.copied') : t('code.copy', { code })}
        icon={copied ? <Check /> : <Glyph name="copy" />}
        onClick={() => void copy()}
        className="shrink-0 opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 max-md:opacity-100 pointer-coarse:opacity-100"
      />
    </span>
  );
};

/** A price, with the previous price crossed out. */
export const ProductPrice = ({ price, before }: { price: number; before: number | null }) => {
  const { t } = useTranslation('product');
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      {before !== null && before > price ? (
        <s className="text-sm text-subtle">
          <span className="sr-only">{t('price.before')} </span>
          <MoneyText amount={before} />
        </s>
      ) : null}
      <MoneyText amount={price} />
    </span>
  );
};
