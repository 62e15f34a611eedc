import { Minus, Plus, ScanBarcode } from 'lucide-react';
import { useState } from 'react';
import { Thumb } from '../../kit/kinds/thumb.tsx';
import {
  findTypedNumberError,
  formatTypedNumber,
  parseTypedNumber,
  QUANTITY_SCALE,
} from '../../lib/form/parse-typed-number.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { Difference } from '../../shared/stock-figures.tsx';
import { useScanInInput } from '../../shared/use-scan-in-input.ts';
import { Card, IconButton } from '../../ui/index.ts';
import type { CountEntry } from './pending-counts.ts';
import type { StockCountLine } from './use-count.ts';

/** The largest count; a longer number was typed by a scanner. */
const LONGEST = 9_999_999;

type LastCardProps<L> = {
  line: L;
  /** The number of scans; each scan resets the quantity box and discards text typed into it. */
  turn: number;
  put: (entry: CountEntry) => void;
  scan: (barcode: string) => void;
};

/** The last scanned item, readable at arm's length, with its count to correct. */
export const LastCard = ({ line, ...rest }: LastCardProps<StockCountLine | null>) => {
  const { t } = useTranslation('stock-count');
  if (line === null) {
    return (
      <Card className="flex min-h-64 flex-col items-center justify-center gap-2 p-6 text-center">
        <ScanBarcode aria-hidden="true" className="size-10 text-subtle" />
        <p className="text-lg font-semibold">{t('ready')}</p>
        <p className="text-muted">{t('ready_text')}</p>
      </Card>
    );
  }
  return <LastCountedLine line={line} {...rest} />;
};

const LastCountedLine = ({ line, turn, put, scan }: LastCardProps<StockCountLine>) => {
  const { t } = useTranslation(['stock-count', 'fields']);
  const { number } = useFormat();
  const picture = useRead(api.product.show, { id: line.product_id }).results?.image_url ?? null;
  const counted = line.counted ?? 0;
  const { item_id } = line;
  const round = (value: number) => Math.max(0, Math.round(value * 1_000) / 1_000);
  return (
    <Card className="p-4">
      <div className="flex items-start gap-3" aria-live="polite">
        <Thumb src={picture} className="size-16!" />
        <div className="min-w-0 flex-1">
          <p className="line-clamp-2 text-lg leading-6 font-semibold">
            <bdi>{line.title}</bdi>
          </p>
          <bdi dir="ltr" className="block truncate text-subtle tabular rtl:text-end">
            {line.barcode ?? '–'}
          </bdi>
        </div>
      </div>
      <div className="mt-4 flex items-center gap-3">
        <IconButton
          label={t('stock-count:less')}
          icon={<Minus />}
          variant="secondary"
          className="size-14! [&>svg]:size-6"
          disabled={counted <= 0}
          onClick={() => put({ item_id, counted: round(counted - 1) })}
        />
        <CountedBox
          key={turn}
          counted={line.counted}
          onCounted={(value) => put({ item_id, counted: value })}
          onScan={scan}
        />
        <IconButton
          label={t('stock-count:more')}
          icon={<Plus />}
          variant="primary"
          className="size-14! [&>svg]:size-6"
          onClick={() => put({ item_id, add: 1 })}
        />
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-2 text-center">
        <div className="rounded-md bg-sunken px-2 py-1.5">
          <dt className="text-sm text-subtle">{t('fields:snapshot')}</dt>
          <dd className="text-lg font-semibold tabular">
            <bdi>{line.snapshot === null ? '…' : number(line.snapshot)}</bdi>
          </dd>
        </div>
        <div className="rounded-md bg-sunken px-2 py-1.5">
          <dt className="text-sm text-subtle">{t('fields:difference')}</dt>
          <dd className="text-lg">
            {line.difference === null ? (
              <span className="text-subtle">…</span>
            ) : (
              <Difference of={line.difference} />
            )}
          </dd>
        </div>
      </dl>
    </Card>
  );
};

type FigureProps = {
  counted: number | null;
  onCounted: (value: number) => void;
  onScan: (barcode: string) => void;
};

/**
 * The counted quantity, which can be overwritten. A scan into the box is detected; a number too long for a count was an
 * undetected scan and is ignored.
 */
const CountedBox = ({ counted, onCounted, onScan }: FigureProps) => {
  const { t } = useTranslation('fields');
  const [typed, setTyped] = useState<string | null>(null);
  const read = useScanInInput(() => setTyped(null), onScan);
  const settle = () => {
    const { value, wrong } = parseTypedNumber(typed ?? '', QUANTITY_SCALE);
    // an ambiguous number, such as 1.000, stays in the box until the user clears it up
    if (wrong !== 'sign') setTyped(null);
    if (value !== null && value <= LONGEST && value !== counted) onCounted(value);
  };
  const wrong =
    parseTypedNumber(typed ?? '', QUANTITY_SCALE).wrong === 'sign'
      ? findTypedNumberError(typed ?? '', QUANTITY_SCALE)
      : undefined;
  const input = (
    <input
      aria-label={t('counted')}
      data-hears-scan=""
      dir="ltr"
      {...(wrong ? { 'aria-invalid': true, 'aria-describedby': 'count-wrong' } : {})}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (counted === null ? '' : formatTypedNumber(counted))}
      placeholder="0"
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (read(event) === 'scan') return;
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setTyped(null);
      }}
      className="control h-14 w-full min-w-0 flex-1 rounded-md border border-line-strong bg-surface text-center text-3xl font-semibold tabular focus-visible:border-focus"
    />
  );
  return (
    <div className="min-w-0 flex-1">
      {input}
      {wrong ? (
        <p id="count-wrong" role="alert" className="mt-1 text-sm text-danger-text">
          {wrong}
        </p>
      ) : null}
    </div>
  );
};
