import { LOCALES } from 'virtual:facts';
import { type Locale, resolveText } from '@dukkan/commerce';
import { useQueries } from '@tanstack/react-query';
import { ArrowLeft, Barcode as BarcodeIcon, Printer } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Link } from '../../kit/index.ts';
import { Thumb } from '../../kit/kinds/thumb.tsx';
import { Failed, NotAllowed } from '../../kit/record-states.tsx';
import { useGoBack } from '../../lib/form/unsaved-changes.ts';
import { useFormat } from '../../lib/format.ts';
import { useLocale, useTranslation } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import { CallFailure } from '../../lib/server/call.ts';
import { useBranch } from '../../lib/server/current-branch.ts';
import { readOnce, useRead } from '../../lib/server/use-read-write.ts';
import { useTitle } from '../../lib/title.ts';
import {
  Banner,
  Button,
  Card,
  CardBody,
  CardHeader,
  Checkbox,
  EmptyState,
  Field,
  NumberInput,
  PageHeader,
  SegmentedControl,
  Select,
  SkeletonRows,
} from '../../ui/index.ts';
import type { EditedProduct } from './default-values.ts';
import { buildLabelLines, buildLabels, type LabelLine, parseProductIds } from './label-lines.ts';
import { LABEL_SIZES, LABELS_MAX, type LabelSize } from './label-sizes.ts';
import { Sheets } from './sheets.tsx';
import { isTooNarrowToScan } from './symbology.ts';

const COPIES_MAX = 500;
const MAX_FINE_CODES = 5;
/** The most labels that a browser lays out for printing without a long wait. */
const PRINT_MAX = 2_000;

/** Loads the requested products; null until all are loaded; deleted products are left out. */
function useProducts(ids: readonly number[]) {
  const branch = useBranch();
  const locale = useLocale();
  const reads = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['product', 'labels', id, branch, locale],
      queryFn: () => readOnce(api.product.show, { id }, branch),
      retry: false,
    })),
  });
  const gone = (error: unknown) => error instanceof CallFailure && error.status === 404;
  const failure = reads.map((read) => read.error).find((error) => error && !gone(error)) ?? null;
  const ready = reads.every((read) => read.data || read.error);
  return {
    products: ready ? reads.flatMap((read) => (read.data ? [read.data.results as EditedProduct] : [])) : null,
    failure: failure instanceof CallFailure ? failure : null,
    retry: () => reads.forEach((read) => void (read.error && read.refetch())),
  };
}

const parseWholeNumber = (text: string, max: number): number => {
  const value = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return Math.min(value, max);
};

export default function LabelsPage() {
  const { t } = useTranslation('product');
  const [address] = useSearchParams();
  const ids = parseProductIds(address.get('ids') ?? '', LABELS_MAX);
  const { products, failure, retry } = useProducts(ids);
  const leave = useGoBack(paths.products);
  useTitle(t('labels.title'));
  const head = (actions?: React.ReactNode) => (
    <PageHeader
      title={t('labels.title')}
      breadcrumbs={
        <Link
          to={paths.products}
          onClick={leave}
          className="hit inline-flex items-center gap-1 rounded-sm hover:text-ink hover:underline"
        >
          <ArrowLeft aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />
          {t('title')}
        </Link>
      }
      actions={actions}
    />
  );
  if (failure) {
    return (
      <>
        {head()}
        {failure.status === 403 ? (
          <NotAllowed use={api.product.show} />
        ) : (
          <Failed failure={failure} retry={retry} />
        )}
      </>
    );
  }
  if (!products) {
    return (
      <>
        {head()}
        <SkeletonRows columns={2} label={t('labels.loading')} />
      </>
    );
  }
  if (products.length === 0) {
    return (
      <>
        {head()}
        <Card>
          <EmptyState
            icon={<BarcodeIcon />}
            title={t('labels.none')}
            text={t('labels.none_text')}
            actions={
              <Button asChild>
                <Link to={paths.products}>{t('labels.choose')}</Link>
              </Button>
            }
          />
        </Card>
      </>
    );
  }
  return <LabelDesigner products={products} head={head} />;
}

/** How labels look: their size, language and contents, and how many at the start of the first sheet are left free. */
type Look = {
  readonly size: LabelSize;
  readonly language: Locale;
  readonly shows: { readonly title: boolean; readonly price: boolean; readonly shop: boolean };
  readonly skip: string;
};

type LookCardProps = {
  look: Look;
  onLook: (part: Partial<Look>) => void;
  /** The copies of each label. */
  every: string;
  onEvery: (text: string) => void;
};

const LookCard = ({ look: { size, language, shows, skip }, onLook, every, onEvery }: LookCardProps) => {
  const { t } = useTranslation(['product', 'kit']);
  return (
    <Card>
      <CardHeader title={t('product:labels.look')} />
      <CardBody className="grid gap-gap">
        <Field label={t('product:labels.size')}>
          <Select
            value={size.key}
            onChange={(key) => onLook({ size: LABEL_SIZES.find((one) => one.key === key) ?? size })}
            options={LABEL_SIZES.map(({ key }) => ({
              value: key,
              label: t(`product:labels.sizes.${key}`),
            }))}
          />
        </Field>
        {size.sheet ? (
          <Field label={t('product:labels.skip')} hint={t('product:labels.skip_hint')}>
            <NumberInput whole value={skip} onChange={(text) => onLook({ skip: text })} />
          </Field>
        ) : null}
        <Field label={t('product:labels.language')}>
          <SegmentedControl
            value={language}
            onChange={(code) => onLook({ language: code })}
            options={LOCALES.map((code) => ({ value: code, label: t(`kit:localized.${code}`) }))}
          />
        </Field>
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-sm font-medium">{t('product:labels.shows')}</legend>
          {(['title', 'price', 'shop'] as const).map((key) => (
            <Checkbox
              key={key}
              checked={shows[key]}
              onChange={(checked) => onLook({ shows: { ...shows, [key]: checked } })}
              label={t(`product:labels.show.${key}`)}
            />
          ))}
        </fieldset>
        <Field label={t('product:labels.copies')}>
          <NumberInput whole value={every} onChange={onEvery} />
        </Field>
      </CardBody>
    </Card>
  );
};

type PreviewProps = {
  wanted: ReturnType<typeof buildLabels>;
  look: Look;
  words: React.ComponentProps<typeof Sheets>['words'];
};

/** The labels as they are printed, with what a scanner could not read and what is too much for one print. */
const LabelsPreview = ({ wanted, look: { size, skip }, words }: PreviewProps) => {
  const { t } = useTranslation('product');
  const { number } = useFormat();
  const labels = wanted.slice(0, PRINT_MAX);
  const fine = [
    ...new Set(
      labels.flatMap(({ barcode }) => (barcode && isTooNarrowToScan(barcode, size.width) ? [barcode] : [])),
    ),
  ];
  return (
    <section aria-label={t('labels.preview')} className="min-w-0 lg:sticky lg:top-18">
      {fine.length > 0 ? (
        <Banner tone="warning" className="mb-gap print:hidden" title={t('labels.fine')}>
          <bdi dir="ltr" className="[overflow-wrap:anywhere]">
            {fine.slice(0, MAX_FINE_CODES).join(', ')}
          </bdi>
        </Banner>
      ) : null}
      {wanted.length > labels.length ? (
        <Banner tone="warning" className="mb-gap print:hidden">
          {t('labels.too_many', { shown: number(PRINT_MAX) })}
        </Banner>
      ) : null}
      {labels.length === 0 ? (
        <Card className="print:hidden">
          <EmptyState icon={<BarcodeIcon />} title={t('labels.nothing')} />
        </Card>
      ) : (
        <div className="max-h-[calc(100dvh-10rem)] overflow-auto rounded-lg border border-line bg-sunken p-4 print:max-h-none print:overflow-visible print:border-0 print:p-0">
          <Sheets labels={labels} size={size} words={words} skip={parseWholeNumber(skip, 64)} />
        </div>
      )}
    </section>
  );
};

type DesignerProps = {
  products: readonly EditedProduct[];
  head: (actions?: React.ReactNode) => React.ReactNode;
};

/** Selects what to print, and previews it. */
const LabelDesigner = ({ products, head }: DesignerProps) => {
  const { t } = useTranslation(['product', 'kit']);
  const { number } = useFormat();
  const locale = useLocale();
  const shop = useRead(api.setting.public, {}).results;
  const [look, setLook] = useState<Look>({
    size: LABEL_SIZES[0] as LabelSize,
    language: locale,
    shows: { title: true, price: true, shop: false },
    skip: '0',
  });
  const [every, setEvery] = useState('1');
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({});
  const [withoutBarcode, setWithoutBarcode] = useState(false);

  const lines = buildLabelLines(products);
  const bare = lines.filter((line) => line.barcode === null);
  const copies = (key: string) => parseWholeNumber(own[key] ?? every, COPIES_MAX);
  const requestedLabels = buildLabels(lines, copies, withoutBarcode);
  const labels = requestedLabels.slice(0, PRINT_MAX);
  const { language, shows } = look;
  const words = {
    language,
    title: shows.title,
    price: shows.price,
    shop: shows.shop ? resolveText(shop?.AppName, language) || null : null,
  };
  return (
    <>
      <div className="print:hidden">
        {head(
          <Button
            variant="primary"
            icon={<Printer />}
            disabled={labels.length === 0}
            onClick={() => window.print()}
          >
            {t('product:labels.print_count', { count: labels.length, shown: number(labels.length) })}
          </Button>,
        )}
      </div>
      <div className="grid items-start gap-gap lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] print:block">
        <div className="grid min-w-0 gap-gap print:hidden">
          <LookCard
            look={look}
            onLook={(part) => setLook({ ...look, ...part })}
            every={every}
            onEvery={(text) => {
              setEvery(text);
              setOwn({});
            }}
          />
          {bare.length > 0 ? (
            <Banner
              tone="warning"
              title={t('product:labels.bare', { count: bare.length, shown: number(bare.length) })}
            >
              <Checkbox
                checked={withoutBarcode}
                onChange={setWithoutBarcode}
                label={t('product:labels.bare_print')}
              />
            </Banner>
          ) : null}
          <Card>
            <CardHeader title={t('product:labels.items')} />
            <CardBody>
              <ul className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto">
                {lines.map((line) => (
                  <LabelRow
                    key={line.key}
                    line={line}
                    src={products.find((one) => one.id === line.product_id)?.image_url ?? null}
                    copies={own[line.key] ?? every}
                    onCopies={(text) => setOwn({ ...own, [line.key]: text })}
                    left={line.barcode === null && !withoutBarcode}
                  />
                ))}
              </ul>
            </CardBody>
          </Card>
        </div>
        <LabelsPreview wanted={requestedLabels} look={look} words={words} />
      </div>
    </>
  );
};

type LineProps = {
  line: LabelLine;
  src: string | null;
  copies: string;
  onCopies: (text: string) => void;
  /** True when the label is not printed, because it has no barcode to scan. */
  left: boolean;
};

const LabelRow = ({ line, src, copies, onCopies, left }: LineProps) => {
  const { t } = useTranslation('product');
  return (
    <li className="flex items-center gap-2.5 py-2">
      <Thumb src={src} />
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={line.title}>
          <bdi>{line.title}</bdi>
        </span>
        {line.barcode === null ? (
          <span className="block text-sm text-warning-text">{t('labels.no_barcode')}</span>
        ) : (
          <span className="block truncate text-sm text-subtle tabular" title={line.barcode}>
            <bdi dir="ltr">{line.barcode}</bdi>
          </span>
        )}
      </span>
      <NumberInput
        whole
        aria-label={t('labels.copies_of', { title: line.title })}
        className="w-16! shrink-0"
        value={left ? '0' : copies}
        disabled={left}
        onChange={onCopies}
      />
    </li>
  );
};
