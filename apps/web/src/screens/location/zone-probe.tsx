import { containsPoint, type MultiPolygon, rankZonesWithReason, type ZoneCandidate } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type ReactNode, useState } from 'react';
import { MoneyText } from '../../kit/kinds/money.tsx';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { Button, Field, NumberInput, toLatinDigits } from '../../ui/index.ts';

export type ZoneShape = RowOf<typeof api.location.shapes>['zones'][number];
export type ProbePoint = { lat: number; lng: number };

export type RankedZone = ZoneCandidate & { readonly name: string };

/**
 * Returns the active zones at a point, the one that applies first, with the reason; by the same rules as the server.
 */
export function rankZones(zones: readonly ZoneShape[], point: ProbePoint) {
  const around = zones.filter(
    ({ status, polygons, box }) =>
      status === 1 && containsPoint({ polygons: polygons as unknown as MultiPolygon, box }, point),
  );
  return rankZonesWithReason(
    around.map(
      ({ id, name, area_m2, delivery_charge, branches_ids }): RankedZone => ({
        id,
        name,
        area_m2,
        delivery_charge,
        assigned: branches_ids.length > 0,
      }),
    ),
  );
}

const parseNumberOrNull = (text: string): number | null => {
  const value = Number(toLatinDigits(text));
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
};

type AskedProps = {
  zones: readonly ZoneShape[];
  point: ProbePoint | null;
  onPoint: (point: ProbePoint) => void;
};

/** Shows which zone applies at a point and why; the point is clicked on the map or typed here. */
export const ZoneProbe = ({ zones, point, onPoint }: AskedProps) => {
  const { t } = useTranslation('location');
  return (
    <section aria-label={t('asked.title')} className="grid gap-2">
      <h3 className="text-sm font-semibold text-ink">{t('asked.title')}</h3>
      <PointFields key={`${point?.lat},${point?.lng}`} point={point} onPoint={onPoint} />
      <div role="status" className="text-sm">
        {point ? (
          <ProbeVerdict zones={zones} point={point} />
        ) : (
          <p className="text-subtle">{t('asked.hint')}</p>
        )}
      </div>
    </section>
  );
};

const PointFields = ({
  point,
  onPoint,
}: {
  point: ProbePoint | null;
  onPoint: (point: ProbePoint) => void;
}) => {
  const { t } = useTranslation(['location', 'fields']);
  const [lat, setLat] = useState(point ? String(point.lat) : '');
  const [lng, setLng] = useState(point ? String(point.lng) : '');
  const [north, east] = [parseNumberOrNull(lat), parseNumberOrNull(lng)];
  const ask = () => {
    if (north !== null && east !== null) onPoint({ lat: north, lng: east });
  };
  return (
    <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
      <Field id="asked-lat" label={t('fields:lat')}>
        <NumberInput value={lat} onChange={setLat} />
      </Field>
      <Field id="asked-lng" label={t('fields:lng')}>
        <NumberInput value={lng} onChange={setLng} />
      </Field>
      <Button onClick={ask} disabled={north === null || east === null}>
        {t('location:asked.ask')}
      </Button>
    </div>
  );
};

const ProbeVerdict = ({ zones, point }: { zones: readonly ZoneShape[]; point: ProbePoint }) => {
  const { t } = useTranslation('location');
  const { ranked, reason } = rankZones(zones, point);
  const [winner, ...others] = ranked;
  if (!winner || !reason) return <p className="text-warning-text">{t('asked.none')}</p>;
  return (
    <div className="grid gap-2">
      <p>
        <b className="font-semibold">
          <bdi>{winner.name}</bdi>
        </b>{' '}
        <span className="text-muted">{t(`asked.reason.${reason}`)}</span>
      </p>
      <ol className="grid gap-1">
        <ZoneLine zone={winner} />
        {others.map((zone) => (
          <ZoneLine key={zone.id} zone={zone} />
        ))}
      </ol>
    </div>
  );
};

const ZoneLine = ({ zone }: { zone: RankedZone }): ReactNode => {
  const { t } = useTranslation('location');
  const { number } = useFormat();
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 text-muted">
      <bdi className="text-ink">{zone.name}</bdi>
      <bdi>{t('km2', { size: number(zone.area_m2 / 1e6, { maximumSignificantDigits: 3 }) })}</bdi>
      {zone.delivery_charge === null ? (
        <span>{t('no_charge')}</span>
      ) : (
        <MoneyText amount={zone.delivery_charge} />
      )}
      {zone.assigned ? <span>{t('asked.assigned')}</span> : null}
    </li>
  );
};
