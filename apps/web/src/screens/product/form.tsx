import { Copy, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  Can,
  type FieldSpec,
  FormInput,
  FormPage,
  Link,
  MissingMark,
  RecordButtons,
  RefsPicker,
  readRecord,
  useDraft,
  useGoBack,
  useRecordActions,
} from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import { useSession } from '../../lib/server/session.ts';
import { useTitle } from '../../lib/title.ts';
import { Badge, Banner, Button, Card, CardBody, CardHeader, Input as TextInput } from '../../ui/index.ts';
import { Extras, Trade } from './activity.tsx';
import { type EditedProduct, getDefaultValues, type ProductTemplate, toDraftName } from './default-values.ts';
import { productEndpoints } from './endpoints.ts';
import { formFields } from './fields.ts';
import { Items, type TakenBarcode } from './items.tsx';
import { sendWithPictures } from './picture-uploads.ts';
import { ProductPictures } from './pictures.tsx';
import { PriceNow } from './price-now.tsx';
import { Question } from './question.tsx';
import { StockCard } from './stock-card.tsx';

export const ProductForm = ({ record, seed }: { record: EditedProduct | null; seed?: ProductTemplate }) => {
  const { t } = useTranslation('product');
  const { can } = useSession();
  const openPage = useOpenPage();
  const leave = useGoBack(paths.products);
  const { delete: drop } = useRecordActions(productEndpoints, (row: EditedProduct) => row.title);
  const [taken, setTaken] = useState<TakenBarcode | null>(null);
  const another = useRef(false);
  const [question, setQuestion] = useState<CallFailure | null>(null);
  /** Set when the user has confirmed that a number with a wrong check digit is the shop's own code. */
  const isOwnCode = useRef(false);
  const draft = useDraft(api.product.save, {
    facts: formFields,
    record,
    defaults: (from: EditedProduct | null) => getDefaultValues(from, seed),
    ...(record ? { read: () => readRecord(api.product.show, record.id) } : {}),
    keep: `product.${record?.id ?? toDraftName(seed)}`,
    send: (input, save) => sendWithPictures(isOwnCode.current ? { ...input, force: true } : input, save),
    onRefused: (failure) => {
      const { code, params } = failure;
      if (code === 'barcode.own_code' || code === 'product.price_missing') setQuestion(failure);
      if (code !== 'barcode.taken') return;
      const { barcode, product_id, title } = params;
      setTaken({ barcode: String(barcode), product_id: Number(product_id), title: String(title) });
    },
    onSaved: () => (another.current ? openPage(paths.productNew) : leave()),
  });
  const locked = record !== null && !(record.actions.includes('save') && can(api.product.save));
  /** A product that the user may not change, so that its other records are shown as text. */
  const lockedRecord = locked ? record : null;
  useTitle(record?.title ?? t('add'));
  const saveAndNew = async () => {
    another.current = true;
    await draft.submit();
    another.current = false;
  };
  const answer = async () => {
    const isPrice = question?.code === 'product.price_missing';
    setQuestion(null);
    if (isPrice) draft.form.setValue('status', 0, { shouldDirty: true });
    else isOwnCode.current = true;
    await draft.submit();
    isOwnCode.current = false;
  };
  return (
    <FormPage
      draft={draft}
      title={record ? record.title : t('add')}
      back={{ to: paths.products, label: t('title') }}
      beside={record ? <MissingMark of={record.missing} /> : null}
      also={
        <Button onClick={() => void saveAndNew()} disabled={draft.busy}>
          {t('save_and_new')}
        </Button>
      }
      actions={
        <>
          {record ? <Links record={record} /> : null}
          <RecordButtons noun="product" record={record} facts={formFields} remove={drop} onRemoved={leave} />
        </>
      }
    >
      <Question of={question} onYes={() => void answer()} onNo={() => setQuestion(null)} />
      {locked ? <Banner tone="info">{t('locked')}</Banner> : null}
      {seed?.like ? (
        <Banner tone="info">{t('copy_of', { title: isolateBidi(seed.like.title) })}</Banner>
      ) : null}
      <fieldset
        disabled={locked}
        className="grid min-w-0 items-start gap-gap lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
      >
        <GoodsCards kept={lockedRecord} taken={taken} />
        <div className="grid min-w-0 gap-gap">
          <PlaceCard kept={lockedRecord} />
          {record ? (
            <>
              {can(api.priceTrial.try) ? <PriceNow record={record} /> : null}
              <Trade record={record} />
              <Extras record={record} />
            </>
          ) : null}
        </div>
      </fieldset>
      {record && can(api.stock.list) ? <StockCard record={record} /> : null}
    </FormPage>
  );
};

type CardProps = {
  /** The record of a locked form, else null. */
  kept: EditedProduct | null;
};

/** What is sold: texts, price, items and pictures. */
const GoodsCards = ({ kept, taken }: CardProps & { taken: TakenBarcode | null }) => {
  const { t } = useTranslation('product');
  return (
    <div className="grid min-w-0 gap-gap">
      <Card>
        <CardHeader title={t('part.words')} />
        <CardBody className="grid gap-gap">
          <FormInput of={formFields.titles} required />
          <FormInput of={formFields.descriptions} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.price')} />
        <CardBody className="grid gap-gap sm:grid-cols-2">
          <FormInput of={formFields.price} required />
          <FormInput of={formFields.compare_at} hint={<Off />} />
          <FormInput of={formFields.free} hint={t('free_hint')} />
          {kept ? (
            <FixedField of={formFields.tax_type_id} text={kept.tax_name} />
          ) : (
            <FormInput of={formFields.tax_type_id} />
          )}
          <FormInput of={formFields.stepper} required hint={t('stepper_hint')} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.items')} description={t('part.items_text')} />
        <CardBody>
          <Items taken={taken} locked={kept !== null} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.pictures')} />
        <CardBody>
          <ProductPictures locked={kept !== null} />
        </CardBody>
      </Card>
    </div>
  );
};

/** Where the product is found. */
const PlaceCard = ({ kept }: CardProps) => {
  const { t } = useTranslation('product');
  const { list } = useFormat();
  return (
    <Card>
      <CardHeader title={t('part.place')} />
      <CardBody className="grid gap-gap">
        <FormInput of={formFields.status} />
        <FormInput of={formFields.featured} hint={t('featured_hint')} />
        {kept ? (
          <FixedField of={formFields.categorys_id} text={list(kept.categories.map(({ title }) => title))} />
        ) : (
          <FormInput of={formFields.categorys_id}>
            {({ value, onChange }) => (
              <RefsPicker to="category" value={value as number[]} onChange={onChange} create />
            )}
          </FormInput>
        )}
        {kept ? (
          <FixedField of={formFields.brand_id} text={kept.brand_name} />
        ) : (
          <FormInput of={formFields.brand_id} />
        )}
        <FormInput of={formFields.ord} hint={t('ord_hint')} />
      </CardBody>
    </Card>
  );
};

/**
 * The name of another record as read-only text, because users who may not edit products may not list that noun either.
 */
const FixedField = ({ of, text }: { of: FieldSpec; text: string | null }) => (
  <FormInput of={of}>{() => <TextInput dir="auto" disabled value={text ?? ''} />}</FormInput>
);

const Links = ({ record }: { record: EditedProduct }) => {
  const { t } = useTranslation('product');
  return (
    <>
      <Button asChild icon={<Printer />}>
        <Link to={withQuery(paths.productLabels, { ids: record.id })}>{t('labels.print')}</Link>
      </Button>
      <Can use={api.product.save}>
        <Button asChild icon={<Copy />}>
          <Link to={withQuery(paths.productNew, { copy: record.id })}>{t('copy')}</Link>
        </Button>
      </Can>
    </>
  );
};

/** Shows the reduction from the previous price in percent while the user types. */
const Off = () => {
  const { t } = useTranslation('product');
  const { percent } = useFormat();
  const pricing = useWatch({ name: 'pricing' }) as { price: unknown; compare_at: unknown };
  const price = pricing.price;
  const before = pricing.compare_at;
  if (typeof price !== 'number' || typeof before !== 'number' || before <= 0) return t('price.before_hint');
  if (before <= price) return t('price.not_less');
  return (
    <Badge variant="success">
      {t('price.off', { percent: isolateBidi(percent(Math.round((1 - price / before) * 1000) / 10)) })}
    </Badge>
  );
};
