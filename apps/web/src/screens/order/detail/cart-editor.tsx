import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { formatTypedNumber } from '../../../lib/form/parse-typed-number.ts';
import { isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { ItemName } from '../../../shared/stock-figures.tsx';
import { Banner, Button, ConfirmDialog, Dialog, IconButton } from '../../../ui/index.ts';
import { FreeLineDialog } from '../free-line-dialog.tsx';
import { CouponField } from '../make/coupon-field.tsx';
import { addItemToLines, CART_LINES_MAX, type DraftLine, toCartInput } from '../make/draft.ts';
import { focusAfterRender } from '../make/focus.ts';
import { GoodsFinder } from '../make/goods-finder.tsx';
import { QuantityBox } from '../make/quantity-box.tsx';
import { useScannedGoods } from '../make/use-scanned-goods.ts';
import { formatOrderNumber, type OrderDetails } from '../shared/order-status.tsx';
import { useSaveOrder } from '../shared/use-save-order.ts';
import { ChangeNotices, ChangeSummary, useOrderChangePrice } from './change-price.tsx';
import { useCouponChange, useRememberRefusedCoupon } from './use-coupon-change.ts';

const toDraftLine = (line: OrderDetails['lines'][number]): DraftLine => ({
  key: String(line.id),
  product_id: line.product_id,
  item_id: line.item_id,
  offer_id: line.offer_id,
  title: line.title,
  barcode: line.barcode,
  image_url: line.image_url,
  stepper: line.stepper,
  text: formatTypedNumber(line.quantity),
  extras_ids: line.extras.map(({ extra_id }) => extra_id),
});

const COUPON_ID = 'order-edit-coupon';

type CartEditorProps = {
  of: OrderDetails;
  /** The part of the editor that gets the focus when it opens. */
  focus?: 'goods' | 'coupon';
  onClose: () => void;
};

/**
 * Edits the items and the coupon of an order that has not been sent. The new price is shown while the user edits;
 * nothing changes before it is saved.
 */
export const CartEditor = ({ of, focus = 'goods', onClose }: CartEditorProps) => {
  const { t } = useTranslation(['order', 'kit']);
  const [lines, setLines] = useState<readonly DraftLine[]>(() => of.lines.map(toDraftLine));
  const finder = useRef<HTMLDivElement>(null);
  const save = useSaveOrder({ onSaved: onClose, onRefused: ({ code }) => code === 'order.free_line' });
  const stored = new Set(of.lines.map(({ id }) => String(id)));
  const toCart = (rows: readonly DraftLine[]) =>
    toCartInput(rows).map(({ key, wire }) => (stored.has(key) ? { ...wire, id: Number(key) } : wire));
  const cart = toCart(lines);
  const coupon = useCouponChange(of.coupon_code);
  const change = useOrderChangePrice(of, cart.length === 0 ? null : { cart, ...coupon.change });
  const { price, pending, failure } = change;
  useRememberRefusedCoupon(coupon, failure);
  const refusedCoupon = pending
    ? undefined
    : price?.warnings.find(({ field, refused }) => refused && field === 'coupon')?.message;
  const wrongCoupon = coupon.wrong ?? failure?.errors.coupon?.[0] ?? refusedCoupon;
  const { put, scanned, unknown, forget } = useScannedGoods(lines, (goods) =>
    setLines((now) => addItemToLines(now, goods).lines),
  );
  const before = toCart(of.lines.map(toDraftLine));
  const isEveryLineValid = cart.length === lines.length && lines.length > 0;
  const hasOtherGoods = !isEveryLineValid || JSON.stringify(cart) !== JSON.stringify(before);
  const isChanged = hasOtherGoods || coupon.isTyping || coupon.code !== (of.coupon_code ?? '');
  const part = { ...(hasOtherGoods ? { cart } : {}), ...coupon.change };
  useEffect(() => {
    // for `goods`, the dialog itself focuses its first field
    if (focus === 'coupon') focusAfterRender(`#${COUPON_ID}`);
  }, [focus]);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => (isChanged ? setLeaving(true) : onClose());
  const search = () => finder.current?.querySelector('input')?.focus();
  const remove = (key: string) => setLines((now) => now.filter((line) => line.key !== key));
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => open || leave()}
      title={t('order:edit.title', { number: isolateBidi(formatOrderNumber(of)) })}
      description={t('order:edit.text')}
      closeLabel={t('kit:close')}
      footer={
        <>
          {isEveryLineValid ? <ChangeSummary {...change} /> : null}
          <Button onClick={leave}>{t('kit:cancel')}</Button>
          <Button
            variant="primary"
            // disabled until the user has seen the new price
            disabled={
              !isEveryLineValid || !isChanged || pending || failure !== null || wrongCoupon !== undefined
            }
            loading={save.busy}
            onClick={() => void save.save(of, part, 'edited')}
          >
            {t('order:edit.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <GoodsFinder ref={finder} disabled={lines.length >= CART_LINES_MAX} onFound={put} />
        {unknown === null ? null : (
          <Banner
            tone="danger"
            title={t('order:make.unknown', { barcode: isolateBidi(unknown) })}
            onClose={forget}
            closeLabel={t('kit:close')}
          />
        )}
        <ChangeNotices price={price} failure={failure?.errors.coupon ? null : failure} />
        {isEveryLineValid ? null : (
          <Banner tone="warning">
            {t(lines.length === 0 ? 'order:make.lines_needed' : 'order:make.lines_unread')}
          </Banner>
        )}
        <ul aria-label={t('order:make.lines')} className="divide-y divide-line">
          {lines.map((line) => (
            <EditedLine
              key={line.key}
              line={line}
              onText={(text) =>
                setLines((now) => now.map((one) => (one.key === line.key ? { ...one, text } : one)))
              }
              onScan={scanned}
              onRemove={() => remove(line.key)}
              onEnd={search}
            />
          ))}
        </ul>
        <CouponField
          id={COUPON_ID}
          text={coupon.text}
          code={coupon.code}
          error={wrongCoupon}
          hint={pending || !price?.coupon_discount ? undefined : <CouponSaving of={price.coupon_discount} />}
          onText={coupon.type}
          onApply={coupon.apply}
        />
      </div>
      <FreeLineDialog
        failure={save.failure}
        busy={save.busy}
        onConfirm={() => void save.save(of, { ...part, force: true }, 'edited')}
        onClose={save.withdraw}
      />
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={t('order:edit.leave')}
        text={t('order:edit.leave_text')}
        confirmLabel={t('order:edit.drop')}
        cancelLabel={t('kit:leave.cancel')}
        danger
        onConfirm={onClose}
      />
    </Dialog>
  );
};

const CouponSaving = ({ of }: { of: number }) => {
  const { t } = useTranslation('order');
  return (
    <>
      {t('make.sum.coupon')}: <MoneyText amount={-of} />
    </>
  );
};

type EditedLineProps = {
  line: DraftLine;
  onText: (text: string) => void;
  onScan: (barcode: string) => void;
  onRemove: () => void;
  onEnd: () => void;
};

const EditedLine = ({ line, onText, onScan, onRemove, onEnd }: EditedLineProps) => {
  const { t } = useTranslation('order');
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2">
      <span className="min-w-0 flex-1 basis-40">
        <ItemName of={line} src={line.image_url} wide />
      </span>
      <span className="flex items-center gap-1 max-sm:ms-auto">
        <QuantityBox
          label={isolateBidi(line.title)}
          text={line.text}
          stepper={line.stepper}
          wrong={false}
          onText={onText}
          onScan={onScan}
          onRemove={onRemove}
          onEnd={onEnd}
          onMove={() => undefined}
        />
        <IconButton
          size="sm"
          label={t('make.remove', { title: isolateBidi(line.title) })}
          icon={<X />}
          onClick={onRemove}
        />
      </span>
    </li>
  );
};
