import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  CancelEdit,
  type FormEditMode,
  FormInput,
  FormPage,
  MissingMark,
  RefsPicker,
  readRecord,
  useDraft,
} from '../../kit/index.ts';
import { useOpenPage } from '../../lib/follow.ts';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { CallFailure } from '../../lib/server/call.ts';
import { useTitle } from '../../lib/title.ts';
import { Badge, Banner, Button, Card, CardBody, CardHeader } from '../../ui/index.ts';
import { type EditedProduct, getDefaultValues, type ProductTemplate, toDraftName } from './default-values.ts';
import { formFields } from './fields.ts';
import { Items, type TakenBarcode } from './items.tsx';
import { sendWithPictures } from './picture-uploads.ts';
import { ProductPictures } from './pictures.tsx';
import { Question } from './question.tsx';

type ProductFormProps = {
  record: EditedProduct | null;
  /** How the form of a stored product is left. */
  edit?: FormEditMode<EditedProduct>;
  seed?: ProductTemplate;
};

export const ProductForm = ({ record, edit, seed }: ProductFormProps) => {
  const { t } = useTranslation('product');
  const openPage = useOpenPage();
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
    onSaved: (saved) => {
      if (another.current) openPage(paths.productNew);
      else if (record) edit?.onSaved(saved);
      else openPage(paths.product(saved.id), { replace: true });
    },
  });
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
      back={
        record
          ? { to: paths.product(record.id), label: record.title }
          : { to: paths.products, label: t('title') }
      }
      beside={record ? <MissingMark of={record.missing} /> : null}
      also={
        <Button onClick={() => void saveAndNew()} disabled={draft.busy}>
          {t('save_and_new')}
        </Button>
      }
      actions={record ? <CancelEdit edit={edit} /> : null}
    >
      <Question of={question} onYes={() => void answer()} onNo={() => setQuestion(null)} />
      {seed?.like ? (
        <Banner tone="info">{t('copy_of', { title: isolateBidi(seed.like.title) })}</Banner>
      ) : null}
      <div className="grid min-w-0 items-start gap-gap lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <GoodsCards taken={taken} />
        <PlaceCard />
      </div>
    </FormPage>
  );
};

/** What is sold: texts, price, items and pictures. */
const GoodsCards = ({ taken }: { taken: TakenBarcode | null }) => {
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
          <FormInput of={formFields.compare_at} hint={<ReductionPercent />} />
          <FormInput of={formFields.free} hint={t('free_hint')} />
          <FormInput of={formFields.tax_type_id} />
          <FormInput of={formFields.stepper} required hint={t('stepper_hint')} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.items')} description={t('part.items_text')} />
        <CardBody>
          <Items taken={taken} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={t('part.pictures')} />
        <CardBody>
          <ProductPictures />
        </CardBody>
      </Card>
    </div>
  );
};

/** Where the product is found. */
const PlaceCard = () => {
  const { t } = useTranslation('product');
  return (
    <Card>
      <CardHeader title={t('part.place')} />
      <CardBody className="grid gap-gap">
        <FormInput of={formFields.status} />
        <FormInput of={formFields.featured} hint={t('featured_hint')} />
        <FormInput of={formFields.categorys_id}>
          {({ value, onChange }) => (
            <RefsPicker to="category" value={value as number[]} onChange={onChange} create />
          )}
        </FormInput>
        <FormInput of={formFields.brand_id} />
        <FormInput of={formFields.ord} hint={t('ord_hint')} />
      </CardBody>
    </Card>
  );
};

/** Shows the reduction from the previous price in percent while the user types. */
const ReductionPercent = () => {
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
