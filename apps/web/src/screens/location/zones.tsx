import { MapPinned, Plus } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { Can, Link, NotAllowed, RecordStates, RefPicker, useMapBackground } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { lazyChunk } from '../../lib/server/lazy-chunk.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { useTitle } from '../../lib/title.ts';
import { Button, Card, CardBody, EmptyState, Field, PageHeader } from '../../ui/index.ts';
import type { Drawing, MapShape } from '../../ui/map/zone-map.tsx';
import { ImportButton } from './import-button.tsx';
import { getLocationPath } from './kind.ts';
import { ZoneList } from './zone-list.tsx';
import type { ProbePoint, ZoneShape } from './zone-probe.tsx';

const ZoneMap = lazyChunk(async () => ({ default: (await import('../../ui/map/zone-map.tsx')).ZoneMap }));
const ZoneProbe = lazyChunk(async () => ({ default: (await import('./zone-probe.tsx')).ZoneProbe }));

export const toMapShapes = (zones: readonly ZoneShape[]): MapShape[] =>
  zones.map(({ id, name, polygons, status }) => ({
    id,
    name,
    polygons: polygons as unknown as Drawing,
    tone: status === 1 ? 'plain' : 'off',
  }));

export const MapFallback = () => <div className="h-[28rem] rounded-lg border border-line bg-sunken" />;

/** All zones on one map; a click shows which zone applies there and why. */
export default function ZonesPage() {
  const { t } = useTranslation('location');
  const { can } = useSession();
  useTitle(t('map.title'));
  if (!can(api.location.shapes)) return <NotAllowed use={api.location.shapes} />;
  return (
    <>
      <PageHeader
        title={t('map.title')}
        actions={
          <>
            <ImportButton kind="zone" />
            <Can use={api.location.save}>
              <Button asChild variant="primary" icon={<Plus />}>
                <Link to={getLocationPath('zone', 'new')}>{t('zone.add')}</Link>
              </Button>
            </Can>
          </>
        }
      />
      <ZonesLoader />
    </>
  );
}

const ZonesLoader = () => {
  const read = useRead(api.location.shapes, {});
  return (
    <RecordStates
      read={{ results: read.results, failure: read.failure, refetch: read.refetch }}
      use={api.location.shapes}
    >
      {({ zones }) => <ZonesMap zones={zones} />}
    </RecordStates>
  );
};

const doNothing = () => undefined;

const ZonesMap = ({ zones }: { zones: readonly ZoneShape[] }) => {
  const { t } = useTranslation('location');
  const around = useMapBackground();
  const [point, setPoint] = useState<ProbePoint | null>(null);
  const [focus, setFocus] = useState<{ id: number } | null>(null);
  const [placeId, setPlaceId] = useState<number | null>(null);
  const place = useMemo(() => around?.pointOf(placeId) ?? null, [around, placeId]);
  const shapes = useMemo(() => toMapShapes(zones), [zones]);
  return (
    <div className="grid items-start gap-gap lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      {around ? (
        <Suspense fallback={<MapFallback />}>
          <ZoneMap
            shapes={shapes}
            draft={null}
            isWrong={false}
            marks={[]}
            wrongAt={null}
            point={point}
            tool="look"
            onTool={doNothing}
            onDraft={doNothing}
            onPoint={setPoint}
            focus={focus}
            place={place}
            points={around.points}
            tiles={around.tiles}
            center={around.center}
            label={t('map.label')}
            zoomInLabel={t('map.zoom_in')}
            zoomOutLabel={t('map.zoom_out')}
            className="lg:h-[36rem]"
          />
        </Suspense>
      ) : (
        <MapFallback />
      )}
      <div className="grid gap-gap">
        <Card>
          <CardBody className="grid gap-4">
            <Field label={t('map.go_to')}>
              <RefPicker to="location" value={placeId} onChange={setPlaceId} />
            </Field>
            <Suspense fallback={null}>
              <ZoneProbe zones={zones} point={point} onPoint={setPoint} />
            </Suspense>
          </CardBody>
        </Card>
        <Card>
          <CardBody>
            {zones.length === 0 ? (
              <EmptyState icon={<MapPinned />} title={t('zone.empty')} text={t('zone.empty_text')} />
            ) : (
              <ZoneList zones={zones} onFocus={(id) => setFocus({ id })} />
            )}
          </CardBody>
        </Card>
      </div>
    </div>
  );
};
