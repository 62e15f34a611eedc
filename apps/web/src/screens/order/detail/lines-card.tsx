import { Lock, SquarePen } from 'lucide-react';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { api } from '../../../lib/server/api.ts';
import { useSession } from '../../../lib/server/session.ts';
import { ItemName } from '../../../shared/stock-figures.tsx';
import { Why } from '../../../shared/why.tsx';
import { Badge, Button, Card, CardBody, CardHeader } from '../../../ui/index.ts';
import type { OrderDetails } from '../shared/order-status.tsx';

type Line = OrderDetails['lines'][number];

/** The lines of an order, each with its price and an explanation. */
export const OrderLinesCard = ({ of, onEdit }: { of: OrderDetails; onEdit: (() => void) | null }) => {
  const { t } = useTranslation('order');
  const { can } = useSession();
  const reason = onEdit === null && can(api.order.make) ? of.edit_reason : null;
  return (
    <Card>
      <CardHeader
        title={t('make.lines')}
        description={t('lines', { count: of.lines_count })}
        actions={
          onEdit ? (
            <Button size="sm" icon={<SquarePen />} onClick={onEdit}>
              {t('edit.open')}
            </Button>
          ) : null
        }
      />
      <CardBody>
        {reason ? (
          <p className="mb-1 flex items-start gap-1.5 text-sm text-muted">
            <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {t(`edit.reason.${reason}`)}
          </p>
        ) : null}
        <ul aria-label={t('make.lines')} className="divide-y divide-line">
          {of.lines.map((line) => (
            <OrderLine key={line.id} line={line} />
          ))}
        </ul>
      </CardBody>
    </Card>
  );
};

const OrderLine = ({ line }: { line: Line }) => {
  const { t } = useTranslation('order');
  const { number } = useFormat();
  const title = isolateBidi(line.title);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,1fr)_9rem_7rem] lg:grid-cols-[minmax(0,1fr)_auto_8rem_6rem] lg:py-1">
      <ItemName of={line} src={line.image_url} wide />
      <span className="text-end text-muted tabular max-sm:row-start-2 max-sm:text-start">
        <bdi>{number(line.quantity)}</bdi> ×{' '}
        {line.unit_price < line.unit_list ? (
          <s className="text-subtle">
            <span className="sr-only">{t('make.before')} </span>
            <MoneyText amount={line.unit_list} />
          </s>
        ) : null}{' '}
        <MoneyText amount={line.unit_price} />
      </span>
      <span className="text-end font-medium tabular">
        <MoneyText amount={line.net} />
      </span>
      {/* with enough space, each line is one row */}
      <div className="col-span-full flex flex-wrap items-center gap-1.5 lg:col-span-1 lg:col-start-2 lg:row-start-1 lg:max-w-md lg:justify-end">
        {line.offer_id === null && line.unit_list === 0 ? (
          <Badge variant="warning">{t('make.price_zero')}</Badge>
        ) : null}
        {line.offer_id === null ? null : <Badge variant="info">{t('make.bundle')}</Badge>}
        {line.extras.map((extra) => (
          <Badge key={extra.extra_id}>
            <bdi>{extra.title}</bdi>
          </Badge>
        ))}
        {line.discount_source ? (
          <Badge variant="success">
            <bdi>{line.discount_source.title}</bdi>
          </Badge>
        ) : null}
        {line.returned_quantity > 0 ? (
          <Badge variant="danger">
            {t('returned', { shown: isolateBidi(number(line.returned_quantity)) })}
          </Badge>
        ) : null}
        <Why of={line.steps} total={line.net} title={title}>
          {line.tax > 0 ? (
            <p className="flex justify-between gap-3 text-sm text-subtle">
              <span>{t('make.line_tax')}</span>
              <MoneyText amount={line.tax} />
            </p>
          ) : null}
        </Why>
        {line.cost == null ? null : (
          <span className="ms-auto text-sm text-subtle">
            {t('cost.line')} <MoneyText amount={line.cost} />
          </span>
        )}
      </div>
      {line.parts.length > 0 ? (
        <ul className="col-span-full grid gap-1 ps-3 text-sm text-muted">
          {line.parts.map((part) => (
            <li key={part.item_id} className="flex justify-between gap-3">
              <span className="min-w-0">
                <bdi>{number(part.quantity)}</bdi> × <bdi>{part.title}</bdi>
              </span>
              <MoneyText amount={part.net} />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
};
