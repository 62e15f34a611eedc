import { MapPinOff, MapPin as Pin } from 'lucide-react';
import { Suspense, useState } from 'react';
import { RefPicker, useMapBackground } from '../../../kit/index.ts';
import { isolateBidi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { lazyChunk } from '../../../lib/server/lazy-chunk.ts';
import { Button, Field, Input } from '../../../ui/index.ts';
import type { DraftAddress } from './draft.ts';
import type { OrderDraft } from './use-order-draft.ts';

const MapPin = lazyChunk(async () => ({ default: (await import('../../../ui/map/map-pin.tsx')).MapPin }));
const AREAS = { type: 0, status: 1 } as const;
const MapPlaceholder = () => <div className="h-72 rounded-lg border border-line bg-sunken" />;

/** A new address as given on the phone: area, street and building, and optionally a pin. */
export const NewPlace = ({ making }: { making: Pick<OrderDraft, 'draft' | 'set' | 'errorOf' | 'place'> }) => {
  const { t } = useTranslation(['order', 'fields']);
  const { draft, set, errorOf } = making;
  const { place } = draft;
  const { quote } = making.place;
  const [isMapOpen, openMap] = useState(place.lat !== null);
  const type = (part: Partial<DraftAddress>) => set({ place: { ...place, ...part } });
  const text = (name: 'area_no' | 'street' | 'home_no', max: number) => ({
    value: place[name],
    maxLength: max,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => type({ [name]: event.target.value }),
  });
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-3 items-start gap-3 lg:grid-cols-4">
        <Field
          className="max-lg:col-span-full"
          label={t('fields:area_id')}
          hint={
            quote?.area_differs
              ? t('order:make.where.pin_counts', { zone: isolateBidi(quote.name ?? '') })
              : undefined
          }
          error={errorOf('client.area_id')}
        >
          <RefPicker
            to="location"
            fixed={AREAS}
            value={place.area_id}
            onChange={(area_id) => type({ area_id })}
          />
        </Field>
        <Field label={t('fields:area_no')} error={errorOf('client.area_no')}>
          <Input dir="ltr" {...text('area_no', 30)} />
        </Field>
        <Field label={t('fields:street')} error={errorOf('client.street')}>
          <Input dir="auto" {...text('street', 100)} />
        </Field>
        <Field label={t('fields:home_no')} error={errorOf('client.home_no')}>
          <Input dir="auto" {...text('home_no', 30)} />
        </Field>
      </div>
      {isMapOpen ? <PlaceMap place={place} onPoint={type} /> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isMapOpen ? (
          <Button
            size="sm"
            icon={<MapPinOff />}
            onClick={() => {
              type({ lat: null, lng: null });
              openMap(false);
            }}
          >
            {t('order:make.where.pin_off')}
          </Button>
        ) : (
          <Button size="sm" icon={<Pin />} onClick={() => openMap(true)}>
            {t('order:make.where.pin')}
          </Button>
        )}
      </div>
    </div>
  );
};

type PlaceMapProps = { place: DraftAddress; onPoint: (point: { lat: number; lng: number }) => void };

const PlaceMap = ({ place: { lat, lng, area_id }, onPoint }: PlaceMapProps) => {
  const { t } = useTranslation('order');
  const around = useMapBackground();
  if (!around) return <MapPlaceholder />;
  return (
    <Suspense fallback={<MapPlaceholder />}>
      <MapPin
        value={lat === null || lng === null ? null : { lat, lng }}
        onChange={onPoint}
        center={around.center}
        tiles={around.tiles}
        zones={around.zones}
        points={around.allPoints}
        focus={around.pointOf(area_id)}
        label={t('make.where.map')}
        pinLabel={t('make.where.map_pin')}
        zoomInLabel={t('make.where.zoom_in')}
        zoomOutLabel={t('make.where.zoom_out')}
      />
    </Suspense>
  );
};
