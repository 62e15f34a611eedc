import { ORDER_ASSIGNS } from 'virtual:facts';
import { MapPin, Phone as PhoneIcon, SquarePen } from 'lucide-react';
import { CardLink, Link, PhoneText } from '../../../kit/index.ts';
import { AddressText, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths, withQuery } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useBranchZone } from '../../../lib/shop-zone.ts';
import { Button, Card, CardBody, CardHeader } from '../../../ui/index.ts';
import { DriverPicker } from '../shared/driver-picker.tsx';
import { buildMapLink } from '../shared/map-link.ts';
import type { OrderDetails } from '../shared/order-status.tsx';
import { useSaveOrder } from '../shared/use-save-order.ts';

/** The customer, the address, and buttons to contact the customer. */
export const OrderCustomerCard = ({ of, onEdit }: { of: OrderDetails; onEdit: (() => void) | null }) => {
  const { t } = useTranslation(['order', 'fields']);
  const { dateTime } = useFormat(useBranchZone(of.branch_id));
  const { can } = useSession();
  const name = of.client_name ?? t(of.pos ? 'order:walk_in' : 'order:no_name');
  const map = of.type === 'delivery' ? buildMapLink(of) : null;
  return (
    <Card>
      <CardHeader
        title={t('fields:client')}
        actions={
          of.client_id === null ? null : (
            <CardLink to={withQuery(paths.orders, { client_id: of.client_id })}>
              {t('order:all_of_client')}
            </CardLink>
          )
        }
      />
      <CardBody className="grid gap-2">
        <p className="font-medium">
          {of.client_id !== null && can(api.account.show) ? (
            <Link to={paths.customer(of.client_id)} className="hit rounded-sm hover:underline">
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
        </p>
        {of.client_phone ? (
          <p className="flex flex-wrap items-center gap-2">
            <PhoneText phone={of.client_phone} name={name} />
            <Button asChild size="sm" icon={<PhoneIcon />}>
              <a href={`tel:${of.client_phone}`}>{t('order:call')}</a>
            </Button>
          </p>
        ) : null}
        {of.client_email ? (
          <p>
            <bdi dir="ltr">{of.client_email}</bdi>
          </p>
        ) : null}
        {of.type === 'delivery' ? (
          <p className="text-muted">
            <AddressText text={of.address || t('order:no_address')} />
            {of.location_name ? (
              <span className="block text-sm text-subtle">
                {t('order:make.where.zone')}: <bdi>{of.location_name}</bdi>
              </span>
            ) : null}
          </p>
        ) : null}
        {map ? (
          <Button asChild size="sm" icon={<MapPin />} className="w-fit">
            <a href={map} target="_blank" rel="noreferrer">
              {t('order:map')}
            </a>
          </Button>
        ) : null}
        {of.promised_at ? (
          <p className="text-sm text-subtle">{t('order:promised', { at: dateTime(of.promised_at) })}</p>
        ) : null}
        {of.preferred_at ? (
          <p className="text-sm text-subtle">{t('order:preferred', { at: dateTime(of.preferred_at) })}</p>
        ) : null}
        {onEdit ? (
          <Button size="sm" icon={<SquarePen />} className="w-fit" onClick={onEdit}>
            {t('order:edit.delivery')}
          </Button>
        ) : null}
      </CardBody>
    </Card>
  );
};

/** The driver, who can be selected here by users with the permission. */
export const DriverCard = ({ of }: { of: OrderDetails }) => {
  const { t } = useTranslation(['order', 'fields']);
  const { can } = useSession();
  const save = useSaveOrder();
  const assigns = of.actions.includes('assign') && can({ ...api.order.save, permission: ORDER_ASSIGNS });
  return (
    <Card>
      <CardHeader title={t('order:delivery')} />
      <CardBody className="grid gap-3">
        {of.delivery_title ? (
          <p className="text-muted">
            <bdi>{of.delivery_title}</bdi>
          </p>
        ) : null}
        {assigns ? (
          <DriverPicker
            branchId={of.branch_id}
            value={of.driver_id}
            disabled={save.busy}
            onPick={(driver_id) =>
              void save.save(of, { driver_id }, driver_id === null ? 'unassigned' : 'assigned')
            }
          />
        ) : (
          <p>{of.driver_name ? <bdi>{of.driver_name}</bdi> : t('order:driver.none')}</p>
        )}
        {of.driver?.phone ? <PhoneText phone={of.driver.phone} name={of.driver.name} /> : null}
      </CardBody>
    </Card>
  );
};
