import { MapPinOff, MapPin as Pin } from 'lucide-react';
import { Suspense } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormInput, useMapBackground } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { lazyChunk } from '../../lib/server/lazy-chunk.ts';
import { Button } from '../../ui/index.ts';
import { formFields } from './fields.ts';

const MapPin = lazyChunk(async () => ({ default: (await import('../../ui/map/map-pin.tsx')).MapPin }));

const MapPlaceholder = () => <div className="h-72 rounded-lg border border-line bg-sunken" />;

/** The position of an address: a pin on the map, or two numbers. */
export const AddressPin = ({ disabled }: { disabled: boolean }) => {
  const { t } = useTranslation('address');
  const { setValue } = useFormContext();
  const [lat, lng] = useWatch({ name: [formFields.lat.name, formFields.lng.name] }) as unknown[];
  const around = useMapBackground();
  const area_id: unknown = useWatch({ name: formFields.area_id.name });
  const put = (point: { lat: number; lng: number } | null) => {
    for (const part of ['lat', 'lng'] as const)
      setValue(part, point?.[part] ?? null, { shouldDirty: true, shouldValidate: true });
  };
  const isPoint =
    typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return (
    <div className="grid gap-3">
      <div className="grid gap-gap sm:grid-cols-2">
        <FormInput of={formFields.lat} disabled={disabled} />
        <FormInput of={formFields.lng} disabled={disabled} />
      </div>
      {around ? (
        <Suspense fallback={<MapPlaceholder />}>
          <MapPin
            value={isPoint ? { lat, lng } : null}
            onChange={put}
            center={around.center}
            tiles={around.tiles}
            zones={around.zones}
            points={around.allPoints}
            focus={around.pointOf(typeof area_id === 'number' ? area_id : null)}
            label={t('pin.label')}
            pinLabel={t('pin.pin')}
            zoomInLabel={t('pin.zoom_in')}
            zoomOutLabel={t('pin.zoom_out')}
            disabled={disabled}
          />
        </Suspense>
      ) : (
        <MapPlaceholder />
      )}
      <p className="text-sm text-subtle">{t('pin.hint')}</p>
      {disabled || !around ? null : (
        <div>
          {isPoint ? (
            <Button size="sm" icon={<MapPinOff />} onClick={() => put(null)}>
              {t('pin.remove')}
            </Button>
          ) : (
            <Button size="sm" icon={<Pin />} onClick={() => put(around.center)}>
              {t('pin.set')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
};
