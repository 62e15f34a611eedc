import {
  type BoundingBox,
  findGaps,
  findOverlap,
  type MultiPolygon,
  type Shape,
  toShapeRefusal,
} from '@dukkan/commerce';
import { useDeferredValue, useMemo, useState } from 'react';
import { useMapBackground } from '../../kit/index.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { api } from '../../lib/server/api.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { type Drawing, type MapMark, type MapTool, ZoneMap } from '../../ui/map/zone-map.tsx';
import { Coordinates } from './coordinates.tsx';
import { DrawTools } from './draw-tools.tsx';
import { formatDrawing, parseDrawing, useDrawingHistory } from './drawing.ts';
import { DrawingIssues } from './drawing-issues.tsx';
import { type ProbePoint, ZoneProbe, type ZoneShape } from './zone-probe.tsx';
import { MapFallback, toMapShapes } from './zones.tsx';

type EditorProps = {
  /** The drawing as JSON; '' for an empty drawing. */
  value: string;
  onChange: (value: string) => void;
  /** The id of the edited zone; null for a new one. */
  id: number | null;
  name: string;
  delivery_charge: number | null;
  /** The city of the zone, to which the map moves. */
  parent_id: number | null;
  disabled: boolean;
};

export type NeighbourZone = {
  readonly zone: ZoneShape;
  readonly overlap: MultiPolygon;
  readonly area_m2: number;
  /**
   * True when one zone contains the other: the overlap is then listed but not coloured, because it would colour the
   * whole zone.
   */
  readonly coversWholeZone: boolean;
};

const toDrawnShape = ({ polygons, box }: ZoneShape): { polygons: MultiPolygon; box: BoundingBox } => ({
  polygons: polygons as unknown as MultiPolygon,
  box,
});

const WHOLE = 0.99;

/**
 * Returns the overlaps and gaps between a drawing and the other zones, by the same geometry as the server; none where
 * the lines cross too often to be compared, which the server refuses.
 */
function findNeighbourConflicts(shape: Shape | null, zones: readonly ZoneShape[]) {
  try {
    return shape ? compareWithZones(shape, zones) : NOTHING;
  } catch (error) {
    if (toShapeRefusal(error)) return NOTHING;
    throw error;
  }
}

const NOTHING = { overlaps: [], gaps: [] };

function compareWithZones(shape: Shape, zones: readonly ZoneShape[]) {
  const overlaps = zones
    .flatMap((zone): NeighbourZone[] => {
      const overlap = findOverlap(shape, toDrawnShape(zone));
      if (!overlap) return [];
      const { polygons, area_m2 } = overlap;
      return [
        {
          zone,
          overlap: polygons,
          area_m2,
          coversWholeZone: area_m2 > WHOLE * Math.min(shape.area_m2, zone.area_m2),
        },
      ];
    })
    .sort((a, b) => b.area_m2 - a.area_m2);
  return { overlaps, gaps: findGaps(shape, zones.filter(({ status }) => status === 1).map(toDrawnShape)) };
}

/**
 * Returns the zones with the edited zone as it is drawn now, so that the user can check which one applies at a point.
 */
function withDraft(zones: readonly ZoneShape[], shape: Shape | null, props: EditorProps): ZoneShape[] {
  if (!shape) return [...zones];
  const storedZone = zones.find(({ id }) => id === props.id);
  const draft: ZoneShape = {
    id: props.id ?? Number.MAX_SAFE_INTEGER,
    name: props.name,
    status: 1,
    parent_id: storedZone?.parent_id ?? null,
    area_m2: shape.area_m2,
    box: shape.box,
    polygons: shape.polygons as unknown as ZoneShape['polygons'],
    delivery_charge: props.delivery_charge ?? storedZone?.delivery_charge ?? null,
    branches_ids: storedZone?.branches_ids ?? [],
  };
  return [...zones.filter(({ id }) => id !== props.id), draft];
}

/**
 * Draws a zone among the others: corners snap, changes can be undone, an invalid shape is red with the reason, and
 * overlaps are listed by name.
 */
export const ZoneEditor = (props: EditorProps) => {
  const { value, onChange, id, disabled } = props;
  const { t } = useTranslation(['location', 'failures']);
  const zones = useRead(api.location.shapes, {}).results?.zones;
  const around = useMapBackground();
  const place = useMemo(() => around?.pointOf(props.parent_id) ?? null, [around, props.parent_id]);
  const [tool, setTool] = useState<MapTool>('look');
  const [point, setPoint] = useState<ProbePoint | null>(null);
  // while a corner is dragged only the map shows the change; the form receives it when the corner is released
  const [live, setLive] = useState<Drawing | null>(null);
  const history = useDrawingHistory(value);
  const text = live ? formatDrawing(live) : value;
  const read = useMemo(() => parseDrawing(text), [text]);
  const parsedDrawing = useMemo(() => parseDrawing(value).drawing, [value]);
  const others = useMemo(() => (zones ?? []).filter((zone) => zone.id !== id), [zones, id]);
  const shapes = useMemo(() => toMapShapes(others), [others]);
  // the map follows the pointer at once; overlaps and gaps may be computed a little later
  const settled = useDeferredValue(read.shape);
  const { overlaps, gaps } = useMemo(() => findNeighbourConflicts(settled, others), [settled, others]);
  const marks = useMemo(
    (): MapMark[] => [
      ...overlaps
        .filter(({ coversWholeZone }) => !coversWholeZone)
        .map(({ overlap }): MapMark => ({ polygons: overlap as Drawing, tone: 'overlap' })),
      ...gaps.map(({ polygons }): MapMark => ({ polygons: polygons as Drawing, tone: 'gap' })),
    ],
    [overlaps, gaps],
  );
  const { refusal } = read;
  const wrongAt = refusal && 'lat' in refusal ? refusal : null;

  const put = (next: string) => {
    history.keep(next);
    setLive(null);
    onChange(next);
  };
  const step = (next: string | null) => {
    if (next === null) return;
    setLive(null);
    onChange(next);
  };
  const draw = (drawing: Drawing, isLive: boolean) =>
    isLive ? setLive(drawing) : put(formatDrawing(drawing));

  if (!zones || !around) return <MapFallback />;
  return (
    <div className="grid gap-3">
      {disabled ? null : (
        <DrawTools
          tool={tool}
          onTool={setTool}
          history={history}
          onStep={step}
          isEmpty={value === ''}
          onClear={() => put('')}
        />
      )}
      <ZoneMap
        shapes={shapes}
        draft={live ?? parsedDrawing}
        isWrong={refusal !== null}
        marks={marks}
        wrongAt={wrongAt}
        point={point}
        tool={disabled ? 'look' : tool}
        onTool={setTool}
        onDraft={draw}
        onPoint={setPoint}
        focus={null}
        place={place}
        points={around.points}
        tiles={around.tiles}
        center={around.center}
        label={t('location:map.draw_label')}
        zoomInLabel={t('location:map.zoom_in')}
        zoomOutLabel={t('location:map.zoom_out')}
      />
      <DrawingIssues id={id} text={value} read={read} overlaps={overlaps} gaps={gaps} />
      <div className="grid items-start gap-gap md:grid-cols-2">
        <ZoneProbe zones={withDraft(others, read.shape, props)} point={point} onPoint={setPoint} />
        <Coordinates key={value} value={value} onChange={put} disabled={disabled} />
      </div>
    </div>
  );
};
