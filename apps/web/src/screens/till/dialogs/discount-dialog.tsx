import { tillApi } from 'virtual:endpoints/till';
import { toMinor } from '@dukkan/commerce';
import type { Approval } from '@dukkan/contract';
import { useState } from 'react';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { CallFailure, callApi } from '../../../lib/server/call.ts';
import { useSession } from '../../../lib/server/session.ts';
import { ApprovalDialog } from '../../../shared/approval-dialog.tsx';
import { Button, Field, Input, SegmentedControl, toLatinDigits } from '../../../ui/index.ts';
import { useOpenTill, useView } from '../view/till-context.ts';

const QUICK = ['5', '10', '15', '20'];

/** A discount on the whole sale; above the seller's limit a manager approves it on the spot. */
export const DiscountDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('till');
  const { number } = useFormat();
  const { session, device } = useOpenTill();
  const { canPass } = useSession();
  const draft = useView(({ draft }) => draft);
  const priced = useView(({ priced }) => priced);
  const { scale, seller_max_discount: limit, Currency } = session.shop.settings;
  const scaleOf = (type: 'fixed' | 'percent') => (type === 'percent' ? 2 : scale);
  const [type, setType] = useState(draft.discount_type);
  const before = draft.discount / 10 ** scaleOf(draft.discount_type);
  const [text, setText] = useState(before === 0 ? '' : String(before));
  const [wrong, setWrong] = useState<string | undefined>();
  const [percent, setPercent] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);

  const read = (): bigint | null => {
    const plain = toLatinDigits(text.trim()).replace(/[٫,]/g, '.');
    if (plain === '') return 0n;
    if (!/^\d{1,9}(?:\.\d+)?$/.test(plain)) return null;
    try {
      return toMinor(plain, scaleOf(type));
    } catch {
      return null;
    }
  };
  const take = (value: bigint, approval_word: string | null) => {
    session.change({ kind: 'discount', discount: Number(value), discount_type: type, approval_word });
    onClose();
  };
  /** The discount in percent of what it is taken off. */
  const toPercent = (value: bigint): number => {
    if (type === 'percent') return Number(value) / 100;
    const goods = (priced?.totals.goods ?? 0n) + (priced?.totals.manual ?? 0n);
    return goods === 0n ? 100 : Math.min(100, Math.ceil((Number(value) * 10_000) / Number(goods)) / 100);
  };
  const submit = () => {
    const value = read();
    if (value === null || (type === 'percent' && value > 10_000n)) return setWrong(t('discount.wrong'));
    const share = toPercent(value);
    if (value === 0n || canPass(['orders']) || share <= limit) return take(value, null);
    setPercent(share);
  };
  const approve = async (approval: Approval) => {
    const value = read();
    if (value === null || percent === null) return;
    setBusy(true);
    try {
      const { results } = await callApi(
        tillApi.tillPairing.approve,
        { device_id: device.id, reason: 'discount', percent, approval },
        { branchId: device.branch_id },
      );
      take(value, results.word);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error);
      setBusy(false);
    }
  };
  if (percent !== null)
    return (
      <ApprovalDialog
        reason="discount"
        branch_id={device.branch_id}
        busy={isBusy}
        failure={failure}
        onApprove={(approval) => void approve(approval)}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t('discount.title')}
      {...(canPass(['orders'])
        ? {}
        : { description: t('discount.limit', { limit: isolateBidi(number(limit)) }) })}
      action={t('discount.do')}
      busy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={t('discount.kind')}
        value={type}
        onChange={(next) => {
          setType(next);
          setWrong(undefined);
        }}
        options={[
          { value: 'percent', label: '%' },
          { value: 'fixed', label: Currency },
        ]}
      />
      <Field label={t(`discount.${type}`)} error={wrong}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          data-quantity=""
          value={text}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(undefined);
          }}
        />
      </Field>
      {type === 'percent' ? (
        <div className="flex flex-wrap gap-2">
          {QUICK.map((share) => (
            <Button key={share} onClick={() => setText(share)}>
              <bdi>{share} %</bdi>
            </Button>
          ))}
        </div>
      ) : null}
    </FormDialog>
  );
};
