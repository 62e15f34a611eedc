import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { RefPicker } from '../../kit/index.ts';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { CurrencyScope } from '../../lib/currency.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { findTypedNumberError, parseTypedNumber, QUANTITY_SCALE } from '../../lib/form/parse-typed-number.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { parseLocalDateTime } from '../../lib/local-date-time.ts';
import { useOnlyBranch } from '../../lib/only-branch.ts';
import { api } from '../../lib/server/api.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { useBranchZone } from '../../lib/shop-zone.ts';
import { BranchTimeField } from '../../shared/branch-time-field.tsx';
import { type FoundItem, ItemFinder } from '../../shared/item-finder.tsx';
import { PriceStepList } from '../../shared/price-steps.tsx';
import { PriceSentence } from '../../shared/why.tsx';
import {
  Badge,
  Banner,
  Card,
  CardBody,
  CardHeader,
  EmptyState,
  Field,
  Input,
  SkeletonRows,
} from '../../ui/index.ts';

type Trial = RowOf<typeof api.priceTrial.try>;

/**
 * Shows the price of an item in an order and its steps, for a selected branch, time, customer and quantity.
 * @param first the branch selected at first, one in which the list applies
 */
export const TryTab = ({ list_id, first }: { list_id: number | undefined; first: number | null }) => {
  const { t } = useTranslation(['price-list', 'fields']);
  const here = useBranch();
  const only = useOnlyBranch();
  const [picked, setBranch] = useState<number | null>(null);
  const branch = picked ?? here ?? only ?? first;
  const [at, setAt] = useState('');
  const zone = useBranchZone(branch);
  const moment = parseLocalDateTime(at, zone);
  const [phone, setPhone] = useState('');
  const [item, setItem] = useState<FoundItem | null>(null);
  const [quantity, setQuantity] = useState('');
  const settledText = useDebounced(`${phone}\n${quantity}`, 300);
  const [askedPhone = '', askedQuantity = ''] = settledText.split('\n');
  const units = parseTypedNumber(askedQuantity, QUANTITY_SCALE).value;
  const read = useRead(
    api.priceTrial.try,
    {
      branch_id: branch ?? 0,
      item_id: item?.item_id ?? 0,
      ...(moment ? { at: moment } : {}),
      ...(askedPhone.trim() ? { phone: askedPhone.trim() } : {}),
      ...(units ? { quantity: units } : {}),
      ...(list_id === undefined ? {} : { list_id }),
    },
    { enabled: branch !== null && item !== null },
  );
  const wrong = (field: string) => read.failure?.errors[field]?.[0];
  const elsewhere =
    read.failure && Object.keys(read.failure.errors).length === 0 ? read.failure.message : null;
  return (
    <div className="grid items-start gap-gap lg:grid-cols-2">
      <Card>
        <CardHeader title={t('try.title')} description={t('try.text')} />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <Field label={t('try.item')} required error={wrong('item_id')} className="sm:col-span-2">
            <ItemFinder label={item ? item.title : t('try.item')} onFound={setItem} />
          </Field>
          <Field label={t('fields:branch_id')} required error={wrong('branch_id')}>
            <RefPicker to="branch" value={branch} onChange={setBranch} />
          </Field>
          <Field
            label={t('try.quantity')}
            error={wrong('quantity') ?? findTypedNumberError(quantity, QUANTITY_SCALE)}
          >
            <Input
              dir="ltr"
              inputMode="decimal"
              value={quantity}
              placeholder="1"
              onChange={(event) => setQuantity(event.target.value)}
            />
          </Field>
          <BranchTimeField
            label={t('try.at')}
            hint={t('try.at_hint')}
            error={wrong('at')}
            value={at}
            onChange={setAt}
            zone={zone}
          />
          <Field label={t('try.phone')} hint={t('try.phone_hint')} error={wrong('phone')}>
            <Input
              dir="ltr"
              inputMode="tel"
              value={phone}
              onChange={(event) => setPhone(event.target.value)}
            />
          </Field>
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('try.answer')} />
        <CardBody>
          {elsewhere ? <Banner tone="danger">{elsewhere}</Banner> : null}
          {item === null || branch === null ? (
            <EmptyState icon={<FlaskConical />} title={t('try.empty')} text={t('try.empty_text')} />
          ) : read.results ? (
            <Answer of={read.results} item={item} list_id={list_id} />
          ) : read.failure ? null : (
            <SkeletonRows rows={4} columns={2} label={t('try.loading')} />
          )}
        </CardBody>
      </Card>
    </div>
  );
};

const Answer = ({ of, item, list_id }: { of: Trial; item: FoundItem; list_id: number | undefined }) => {
  const { t } = useTranslation('price-list');
  const { number } = useFormat();
  const title = isolateBidi(item.title);
  return (
    <CurrencyScope of={of}>
      <div className="grid gap-3" aria-live="polite">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span>{t('try.of', { quantity: isolateBidi(number(of.quantity)), title })}</span>
          <strong className="text-xl tabular">
            <MoneyText amount={of.price} />
          </strong>
          {of.unit_list > of.unit_price ? (
            <s className="text-subtle tabular">
              <span className="sr-only">{t('try.before')} </span>
              <MoneyText amount={of.unit_list * of.quantity} />
            </s>
          ) : null}
        </p>
        <p className="flex flex-wrap gap-2">
          {of.list ? (
            <Badge variant={of.list.id === list_id ? 'success' : 'info'}>
              {t(of.list.id === list_id ? 'try.this_list' : 'try.other_list', {
                title: isolateBidi(of.list.title),
              })}
            </Badge>
          ) : (
            <Badge>{t('try.no_list')}</Badge>
          )}
          {of.missed ? <Badge variant="warning">{t(`try.missed.${of.missed}`)}</Badge> : null}
        </p>
        <PriceSentence of={of.steps} />
        <PriceStepList of={of.steps} total={{ name: t('try.total'), amount: of.price }} />
      </div>
    </CurrencyScope>
  );
};
