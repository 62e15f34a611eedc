import type { Locale } from '@dukkan/commerce';
import { House, Package, Plus, ShoppingCart, Users } from 'lucide-react';
import { Bdi } from '../../lib/format.ts';
import { getTextDirection, useTranslation } from '../../lib/i18n.ts';
import { ChartSketch } from '../../shared/report/line-chart.tsx';
import {
  Badge,
  type BadgeVariant,
  Button,
  Card,
  CardBody,
  cx,
  Field,
  Input,
  Table,
  Td,
  THead,
  Th,
  Tr,
} from '../../ui/index.ts';
import type { Setting } from './draft.ts';

export type SampleTheme = Pick<Setting['theme'], 'primary' | 'radius' | 'density' | 'menu'>;

const MENU = [
  ['home', House],
  ['orders', ShoppingCart],
  ['products', Package],
  ['customers', Users],
] as const;

/** Sample orders in each status, with the colours of a new shop. */
const ORDERS: readonly (readonly [state: string, variant: BadgeVariant, total: string])[] = [
  ['waiting', 'primary', '45.00'],
  ['confirmed', 'info', '128.50'],
  ['in_shipping', 'warning', '19.75'],
  ['shipped', 'dark', '62.00'],
  ['on_the_way', 'dark', '87.25'],
  ['delivered', 'success', '240.00'],
  ['canceled', 'danger', '33.50'],
];
const FIRST_ORDER = 1041;

const SALES = [3, 5, 4, 7, 6, 9, 8].map((value, day) => ({
  key: String(day),
  title: '',
  label: '',
  value,
  earlier: null,
}));

/** The product's own components with sample data, in one language. */
export const ThemeSample = ({ theme, locale }: { theme: SampleTheme; locale: Locale }) => {
  const { t } = useTranslation('theme', { lng: locale });
  const isOpen = theme.menu === 'open';
  return (
    <div className="flex min-w-0">
      <ul className="shrink-0 border-e border-line bg-surface p-1.5">
        {MENU.map(([name, Icon]) => (
          <li
            key={name}
            className={cx(
              'flex h-control items-center gap-2 rounded-md px-2 text-sm whitespace-nowrap',
              name === 'orders' ? 'bg-primary-soft font-medium text-primary-text' : 'text-muted',
            )}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            {isOpen ? <span className="max-sm:hidden">{t(`sample.menu.${name}`)}</span> : null}
          </li>
        ))}
      </ul>
      <div className="grid min-w-0 flex-1 content-start gap-gap p-3">
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="primary" icon={<Plus />}>
            {t('sample.create')}
          </Button>
          <Button>{t('sample.export')}</Button>
          <Button variant="link">{t('sample.more')}</Button>
        </div>
        <SampleOrders locale={locale} />
        <Card>
          <CardBody className="grid gap-gap">
            <Field label={t('sample.customer')}>
              <Input readOnly defaultValue={t('sample.customer_name')} />
            </Field>
            <Field label={t('sample.quantity')} error={t('sample.quantity_error')}>
              <Input readOnly defaultValue="12" />
            </Field>
          </CardBody>
        </Card>
        <Card>
          <CardBody>
            <p className="mb-2 text-sm text-muted">{t('sample.sales')}</p>
            <ChartSketch points={SALES} dir={getTextDirection(locale)} />
          </CardBody>
        </Card>
        <ReceiptHead locale={locale} />
      </div>
    </div>
  );
};

const SampleOrders = ({ locale }: { locale: Locale }) => {
  const { t } = useTranslation('theme', { lng: locale });
  return (
    <Card className="overflow-hidden">
      <Table aria-label={t('sample.menu.orders')}>
        <THead>
          <tr>
            <Th>{t('sample.order')}</Th>
            <Th>{t('sample.state')}</Th>
            <Th align="end">{t('sample.total')}</Th>
          </tr>
        </THead>
        <tbody>
          {ORDERS.map(([state, variant, total], at) => (
            <Tr key={state} selected={at === 1}>
              <Td className="text-primary-text">
                <Bdi dir="ltr">{FIRST_ORDER + at}</Bdi>
              </Td>
              <Td>
                <Badge variant={variant}>{t(`sample.states.${state}`)}</Badge>
              </Td>
              <Td align="end" className="tabular">
                <Bdi dir="ltr">{total}</Bdi>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
};

/** The head of a receipt; always light, because paper is. */
const ReceiptHead = ({ locale }: { locale: Locale }) => {
  const { t } = useTranslation('theme', { lng: locale });
  return (
    <div
      data-theme=""
      data-skin="light"
      className="flex justify-between gap-3 bg-white p-3 text-ink shadow-md"
    >
      <p className="min-w-0 font-semibold">{t('sample.shop')}</p>
      <div className="text-end">
        <p className="font-semibold">{t('sample.receipt')}</p>
        <p className="text-sm text-muted">
          <Bdi dir="ltr">{FIRST_ORDER}</Bdi>
        </p>
      </div>
    </div>
  );
};
