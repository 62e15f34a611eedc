import { MapPinOff, MapPin as Pin } from 'lucide-react';
import { type ClipboardEvent, type FocusEvent, Suspense } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { toFieldId, useMapBackground } from '../../kit/index.ts';
import { Control } from '../../kit/kinds/control.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { lazyChunk } from '../../lib/server/lazy-chunk.ts';
import { Button, Field, toLatinDigits } from '../../ui/index.ts';
import { formFields } from './fields.ts';

const MapPin = lazyChunk(async () => ({ default: (await import('../../ui/map/map-pin.tsx')).MapPin }));

const NAME = formFields.coordinates.name;
const PARTS = ['lat', 'lng'] as const;
// the form does not find errors inside a value by itself, so each part is named
const PATHS = PARTS.map((part) => `${NAME}.${part}`);

/** A position while it is typed: parts may be missing or not yet a number. */
type Typed = Record<(typeof PARTS)[number], unknown> | null;

const isPoint = (value: Typed): value is { lat: number; lng: number } =>
  typeof value?.lat === 'number' &&
  typeof value.lng === 'number' &&
  Math.abs(value.lat) <= 90 &&
  Math.abs(value.lng) <= 180;

/** Parses '25.2854, 51.531', as map services copy it. */
function pointIn(text: string): Typed {
  const [, lat, lng] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text) ?? [];
  return lat && lng ? { lat: Number(lat), lng: Number(lng) } : null;
}

/** The fields that give the map its first view, the most precise first. */
const PLACES = [formFields.area_id.name, formFields.city_id.name, formFields.state_id.name];

const findPlace = (
  pointOf: (id: number) => { lat: number; lng: number } | null,
  ids: readonly unknown[],
): { lat: number; lng: number } | null =>
  ids.map((id) => (typeof id === 'number' ? pointOf(id) : null)).find((point) => point !== null) ?? null;

const Ground = () => <div className="h-72 rounded-lg border border-line bg-sunken" />;

/** The branch's position: a pin on the map, or two numbers. Empty numbers mean no position. */
export const BranchMapPoint = ({ disabled }: { disabled: boolean }) => {
  const { t } = useTranslation(['branch', 'fields']);
  const { control, trigger, getFieldState } = useFormContext();
  const { field } = useController({ name: NAME, control });
  const formState = useFormState({ control, name: NAME });
  const around = useMapBackground();
  const placeIds = useWatch({ control, name: PLACES }) as unknown[];
  const value = (field.value ?? null) as Typed;
  const errorOf = (part: string) => getFieldState(`${NAME}.${part}`, formState).error?.message;

  const put = (next: Typed) => {
    const none = next === null || PARTS.every((part) => next[part] === null || next[part] === '');
    field.onChange(none ? null : next);
    if (PARTS.some(errorOf)) void trigger(PATHS);
  };
  const paste = (event: ClipboardEvent) => {
    const point = pointIn(toLatinDigits(event.clipboardData.getData('text')));
    if (!point) return;
    event.preventDefault();
    put(point);
  };
  // validates only when the focus leaves both fields, because one is empty while the user types the other
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) void trigger(PATHS);
  };
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="grid min-w-0 gap-gap sm:grid-cols-2" onPaste={paste} onBlur={leave}>
        <legend className="mb-1 text-sm font-medium text-ink">{t(formFields.coordinates.label)}</legend>
        {PARTS.map((part) => (
          <Field
            key={part}
            id={toFieldId(`${NAME}.${part}`)}
            label={t(`fields:${part}`)}
            error={errorOf(part) && <bdi>{errorOf(part)}</bdi>}
          >
            <Control
              of={{ name: part, label: '', kind: 'quantity' }}
              value={value?.[part] ?? null}
              onChange={(typed) => put({ lat: value?.lat ?? null, lng: value?.lng ?? null, [part]: typed })}
              onBlur={() => undefined}
              disabled={disabled}
            />
          </Field>
        ))}
      </fieldset>
      {around ? (
        <Suspense fallback={<Ground />}>
          <MapPin
            value={isPoint(value) ? value : null}
            onChange={put}
            center={around.center}
            tiles={around.tiles}
            zones={around.zones}
            points={around.allPoints}
            focus={findPlace(around.pointOf, placeIds)}
            label={t('branch:map.label')}
            pinLabel={t('branch:map.pin')}
            zoomInLabel={t('branch:map.zoom_in')}
            zoomOutLabel={t('branch:map.zoom_out')}
            disabled={disabled}
          />
        </Suspense>
      ) : (
        <Ground />
      )}
      <p className="text-sm text-subtle">{t('branch:map.hint')}</p>
      <div className="flex flex-wrap gap-2">
        {value === null && around ? (
          <Button size="sm" icon={<Pin />} onClick={() => put(around.center)}>
            {t('branch:map.set')}
          </Button>
        ) : (
          <Button size="sm" icon={<MapPinOff />} onClick={() => put(null)}>
            {t('branch:map.remove')}
          </Button>
        )}
      </div>
    </div>
  );
};
