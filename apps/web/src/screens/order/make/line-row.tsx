import { PackagePlus, X } from 'lucide-react';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import {
  findTypedNumberError,
  formatTypedNumber,
  parseTypedNumber,
  QUANTITY_SCALE,
} from '../../../lib/form/parse-typed-number.ts';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import { PriceStepList } from '../../../shared/price-steps.tsx';
import { ItemName } from '../../../shared/stock-figures.tsx';
import { PriceSentence } from '../../../shared/why.tsx';
import { Badge, Button, Checkbox, IconButton, Popover } from '../../../ui/index.ts';
import type { DraftLine } from './draft.ts';
import { parseQuantity } from './quantity.ts';
import { QuantityBox, type QuantityBoxProps } from './quantity-box.tsx';
import { Shortage, type ShortageProps } from './shortage.tsx';
import type { CartPrice } from './use-price.ts';

type LineRowProps = Pick<QuantityBoxProps, 'onScan' | 'onRemove' | 'onEnd' | 'onMove'> & {
  line: DraftLine;
  /** The line's price; absent while it is not priced. */
  priced: CartPrice['lines'][number] | undefined;
  shortage: CartPrice['shortages'][number] | undefined;
  isShared: boolean;
  /** True when the quantity may be the first digits of a scanned barcode. */
  isCodeLike: boolean;
  branch: string;
  /** Opens a purchase receipt for an item that is short. */
  onReceive: ShortageProps['onReceive'];
  error: string | undefined;
  onChange: (part: Partial<DraftLine>) => void;
  onTake: (branch_id: number) => void;
};

/** Two prices that differ by less than this differ only by floating-point rounding. */
const LEAST = 0.0005;

/** A line: item, quantity, extras, price with an explanation, and its shortage. */
export const LineRow = (props: LineRowProps) => {
  const { line, priced, shortage, error, onChange } = props;
  const { t } = useTranslation(['order', 'fields']);
  const { number } = useFormat();
  const title = isolateBidi(line.title);
  const quantity = parseQuantity(line.text, line.stepper);
  const wrong =
    quantity === null
      ? (findTypedNumberError(line.text, QUANTITY_SCALE) ??
        (parseTypedNumber(line.text, QUANTITY_SCALE).value
          ? t('order:make.step_needed', { step: isolateBidi(number(line.stepper)) })
          : t('order:make.quantity_needed')))
      : error;
  return (
    <li
      data-line={line.key}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto_7rem_auto]"
    >
      <div className="min-w-0">
        <ItemName of={line} src={line.image_url} wide />
      </div>
      <div className="max-sm:col-start-1 max-sm:row-start-2">
        <QuantityBox
          label={title}
          text={line.text}
          stepper={line.stepper}
          wrong={wrong !== undefined || shortage?.refused === true}
          onText={(text) => onChange({ text })}
          onScan={props.onScan}
          onRemove={props.onRemove}
          onEnd={props.onEnd}
          onMove={props.onMove}
        />
      </div>
      <div className="text-end max-sm:col-start-2 max-sm:row-start-2">
        {priced ? (
          <LinePrice of={priced} title={title} />
        ) : (
          <span aria-hidden="true" className="text-subtle">
            …
          </span>
        )}
      </div>
      <IconButton
        size="sm"
        label={t('order:make.remove', { title })}
        icon={<X />}
        onClick={props.onRemove}
        className="justify-self-end max-sm:col-start-2 max-sm:row-start-1"
      />
      <div className="col-span-full flex flex-wrap items-center gap-1.5 empty:hidden">
        {priced && line.offer_id === null && priced.unit_list === 0 ? (
          <Badge variant="warning">{t('order:make.price_zero')}</Badge>
        ) : null}
        {line.offer_id === null ? null : <Badge variant="info">{t('order:make.bundle')}</Badge>}
        {priced?.discount_source ? (
          <Badge variant="success">
            <bdi>{priced.discount_source.title}</bdi>
          </Badge>
        ) : null}
        {line.product_id === null ? null : (
          <LineExtras
            product_id={line.product_id}
            title={title}
            chosen={line.extras_ids}
            onChange={onChange}
          />
        )}
      </div>
      {wrong ? (
        <p className="col-span-full text-sm text-danger-text" role="status">
          {wrong}
        </p>
      ) : null}
      {props.isCodeLike ? (
        <p
          role="alert"
          data-code-like=""
          className="col-span-full flex flex-wrap items-center gap-2 text-sm text-warning-text"
        >
          {t('order:make.code_like', { shown: isolateBidi(line.text.trim()) })}
          <Button size="sm" onClick={() => onChange({ sure: line.text.trim() })}>
            {t('order:make.code_like_yes', { shown: isolateBidi(line.text.trim()) })}
          </Button>
          <Button size="sm" onClick={() => onChange({ text: formatTypedNumber(line.stepper) })}>
            {t('order:make.code_like_no', { shown: isolateBidi(number(line.stepper)) })}
          </Button>
        </p>
      ) : null}
      {shortage ? (
        <div className="col-span-full">
          <Shortage
            of={shortage}
            branch={props.branch}
            onReceive={props.onReceive}
            stepper={line.stepper}
            onTake={props.onTake}
            onSet={props.isShared ? undefined : (next) => onChange({ text: formatTypedNumber(next) })}
            onRemove={props.onRemove}
          />
        </div>
      ) : null}
    </li>
  );
};

type LinePriceProps = { of: CartPrice['lines'][number]; title: string };

/** The price of a line; a click explains it. */
const LinePrice = ({ of, title }: LinePriceProps) => {
  const { t } = useTranslation('order');
  const { number } = useFormat();
  const extras = of.extras.reduce((all, { price }) => all + price, 0);
  const list = (of.unit_list + extras) * of.quantity;
  return (
    <>
      <Popover
        label={t('make.explain', { title })}
        align="end"
        className="w-80"
        trigger={
          <button
            type="button"
            className="hit rounded-sm font-medium tabular underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-ink"
          >
            <MoneyText amount={of.gross} />
            <span className="sr-only">, {t('make.explain', { title })}</span>
          </button>
        }
      >
        <PriceSentence of={of.steps} />
        <PriceStepList of={of.steps} total={{ name: t('make.line_total'), amount: of.net }} />
        {of.tax > 0 ? (
          <p className="mt-1.5 flex justify-between gap-3 text-sm text-subtle">
            <span>{t('make.line_tax')}</span>
            <MoneyText amount={of.tax} />
          </p>
        ) : null}
        {of.parts.length > 0 ? (
          <ul className="mt-2 grid gap-1 border-t border-line pt-2 text-sm text-muted">
            {of.parts.map((part) => (
              <li key={part.item_id} className="flex justify-between gap-3">
                <span className="min-w-0">
                  <bdi>{number(part.quantity)}</bdi> × <bdi>{part.title}</bdi>
                </span>
                <MoneyText amount={part.net} />
              </li>
            ))}
          </ul>
        ) : null}
      </Popover>
      {list - of.gross > LEAST ? (
        <p className="text-sm text-subtle line-through tabular">
          <span className="sr-only">{t('make.before')} </span>
          <MoneyText amount={list} />
        </p>
      ) : null}
    </>
  );
};

type ExtrasProps = {
  product_id: number;
  title: string;
  chosen: readonly number[];
  onChange: (part: Partial<DraftLine>) => void;
};

/** The extras of a product; renders nothing when it has none. */
const LineExtras = ({ product_id, title, chosen, onChange }: ExtrasProps) => {
  const { t } = useTranslation('order');
  const offered = useRead(api.product.show, { id: product_id }).results?.extras ?? [];
  if (offered.length === 0) return null;
  const toggle = (id: number, isOn: boolean) =>
    onChange({ extras_ids: isOn ? [...chosen, id] : chosen.filter((one) => one !== id) });
  const names = offered.filter(({ id }) => chosen.includes(id)).map((extra) => extra.title);
  return (
    <Popover
      label={t('make.extras_of', { title })}
      trigger={
        <Button size="sm" variant="ghost" icon={<PackagePlus />}>
          <span className="sr-only">{t('make.extras_of', { title })} </span>
          {names.length === 0 ? (
            t('make.extras')
          ) : (
            <bdi className="max-w-48 truncate">{names.join(', ')}</bdi>
          )}
        </Button>
      }
    >
      <div className="grid gap-2">
        {offered.map((extra) => (
          <Checkbox
            key={extra.id}
            checked={chosen.includes(extra.id)}
            onChange={(isOn) => toggle(extra.id, isOn)}
            label={<bdi>{extra.title}</bdi>}
            hint={<MoneyText amount={extra.price} />}
          />
        ))}
      </div>
    </Popover>
  );
};
