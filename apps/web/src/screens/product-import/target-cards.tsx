import { RefPicker } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Banner, Card, CardBody, CardHeader, Checkbox, Field, RadioGroup } from '../../ui/index.ts';
import type { useImportSetupDraft } from './use-columns-draft.ts';

type PartProps = { draft: ReturnType<typeof useImportSetupDraft> };

/** Selects whether the quantities in the file are added to the stock, and in which branch. */
export const ArrivalCard = ({ draft: { arrival, busy, errorOf } }: PartProps) => {
  const { t } = useTranslation(['product-import', 'fields']);
  const { may, receive, setReceive, branch, setBranch } = arrival;
  if (!may) return <Banner tone="info">{t('arrival.may_not')}</Banner>;
  return (
    <Card>
      <CardHeader title={t('arrival.title')} />
      <CardBody className="flex flex-col gap-4">
        <RadioGroup
          aria-label={t('arrival.title')}
          value={receive ? 'receive' : 'keep'}
          onChange={(next) => setReceive(next === 'receive')}
          disabled={busy}
          options={(['keep', 'receive'] as const).map((value) => ({
            value,
            label: t(`arrival.${value}`),
            hint: t(`arrival.${value}_hint`),
          }))}
        />
        {receive ? (
          <Field label={t('fields:branch_id')} required error={errorOf('branch_id')} className="max-w-96">
            <RefPicker to="branch" value={branch} onChange={setBranch} disabled={busy} />
          </Field>
        ) : null}
      </CardBody>
    </Card>
  );
};

/** Selects whether a price of 0 in the file means free; otherwise it counts as missing. */
export const FreePricesCard = ({ draft: { free, setFree, busy } }: PartProps) => {
  const { t } = useTranslation('product-import');
  return (
    <Card>
      <CardHeader title={t('free.title')} />
      <CardBody>
        <Checkbox
          checked={free}
          onChange={setFree}
          disabled={busy}
          label={t('free.label')}
          hint={t('free.hint')}
        />
      </CardBody>
    </Card>
  );
};

/** Selects whether base prices change, or those of a price list. */
export const PricesCard = ({ draft: { prices, busy, errorOf } }: PartProps) => {
  const { t } = useTranslation(['product-import', 'fields']);
  const { may, isListed, setListed, list, setList } = prices;
  if (!may) return null;
  return (
    <Card>
      <CardHeader title={t('prices.title')} />
      <CardBody className="flex flex-col gap-4">
        <RadioGroup
          aria-label={t('prices.title')}
          value={isListed ? 'list' : 'base'}
          onChange={(next) => setListed(next === 'list')}
          disabled={busy}
          options={(['base', 'list'] as const).map((value) => ({
            value,
            label: t(`prices.${value}`),
            hint: t(`prices.${value}_hint`),
          }))}
        />
        {isListed ? (
          <Field label={t('fields:price_list')} required error={errorOf('price_list')} className="max-w-96">
            <RefPicker to="price-list" value={list} onChange={setList} disabled={busy} />
          </Field>
        ) : null}
      </CardBody>
    </Card>
  );
};
