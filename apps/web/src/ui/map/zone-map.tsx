// Not exported by index.ts: a screen loads this file with leaflet when it shows a map.
import L from 'leaflet';
import { type RefObject, useEffect, useRef } from 'react';
import '@geoman-io/leaflet-geoman-free';
import '@geoman-io/leaflet-geoman-free/dist/leaflet-geoman.css';
import 'leaflet/dist/leaflet.css';
import { cx } from '../cx.ts';
import { addKeyboardDrawing } from './map-draw-keys.ts';
import {
  addBaseMap,
  createNameLayer,
  getZoneColourClass,
  type MapPoint,
  type MapTiles,
} from './map-ground.ts';

type Position = readonly [lng: number, lat: number];
/** A multi-polygon as in GeoJSON: parts, rings, positions [lng, lat]. */
export type Drawing = readonly (readonly (readonly Position[])[])[];

export type MapShape = {
  readonly id: number;
  readonly name: string;
  readonly polygons: Drawing;
  readonly tone: 'plain' | 'off' | 'won';
};

export type MapMark = { readonly polygons: Drawing; readonly tone: 'overlap' | 'gap' };

/** The mode of the pointer: move the map, draw a part or a hole, edit corners, or move the shape. */
export type MapTool = 'look' | 'draw' | 'hole' | 'edit' | 'move';

export type ZoneMapProps = {
  readonly shapes: readonly MapShape[];
  /** The shape being drawn; null when nothing can be drawn. */
  readonly draft: Drawing | null;
  readonly isWrong: boolean;
  readonly marks: readonly MapMark[];
  /** The position of an error, and the position that the user is checking. */
  readonly wrongAt: { lat: number; lng: number } | null;
  readonly point: { lat: number; lng: number } | null;
  readonly tool: MapTool;
  readonly onTool: (tool: MapTool) => void;
  /** `live` while a corner is being dragged. */
  readonly onDraft: (draft: Drawing, live: boolean) => void;
  readonly onPoint: (point: { lat: number; lng: number }) => void;
  /** Moves the view to this shape; a new object moves it again. */
  readonly focus: { readonly id: number } | null;
  /** Moves the view to this place while nothing is drawn. */
  readonly place?: { readonly lat: number; readonly lng: number } | null;
  /** Names that are shown in addition to those of the shapes: branches and places. */
  readonly points: readonly MapPoint[];
  /** Without tiles the map shows coasts and borders. */
  readonly tiles: MapTiles | null;
  readonly center: { lat: number; lng: number };
  readonly label: string;
  readonly zoomInLabel: string;
  readonly zoomOutLabel: string;
  readonly className?: string | undefined;
};

const toLatLngs = (polygon: Drawing[number]): L.LatLngTuple[][] =>
  // leaflet closes a ring by itself
  polygon.map((ring) => ring.slice(0, -1).map(([lng, lat]): L.LatLngTuple => [lat, lng]));

const roundDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function closeRing(ring: readonly L.LatLng[]): Position[] {
  const positions = ring.map(({ lat, lng }): Position => [roundDegrees(lng), roundDegrees(lat)]);
  const [first] = positions;
  return first ? [...positions, first] : [];
}

const readRings = (layer: L.Polygon): Position[][] => (layer.getLatLngs() as L.LatLng[][]).map(closeRing);

const findBounds = (drawing: Drawing): L.LatLngBounds =>
  L.latLngBounds(drawing.flatMap(([outer = []]) => outer.map(([lng, lat]): L.LatLngTuple => [lat, lng])));

/**
 * Returns whether a ring's first point is inside another ring (even-odd rule), to find the part that a hole belongs to.
 */
function isRingInside([firstPosition]: readonly Position[], outer: readonly Position[]): boolean {
  if (!firstPosition) return false;
  let inside = false;
  outer.forEach(([x, y], index) => {
    const [px, py] = outer[index - 1] ?? (outer.at(-1) as Position);
    if (
      y > firstPosition[1] !== py > firstPosition[1] &&
      firstPosition[0] < ((px - x) * (firstPosition[1] - y)) / (py - y) + x
    )
      inside = !inside;
  });
  return inside;
}

function withHole(draft: Drawing, hole: readonly Position[]): Drawing {
  const polygonIndex = draft.findIndex(([outer = []]) => isRingInside(hole, outer));
  return draft.map((polygon, index) => (index === polygonIndex ? [...polygon, hole] : polygon));
}

const toPoint = ({ lat, lng }: L.LatLng): { lat: number; lng: number } => ({ lat, lng });
const PLACE_ZOOM = 13;

const SNAP = { snappable: true, snapDistance: 14 } as const;

type MapProps = Omit<ZoneMapProps, 'className' | 'label'>;

type Layers = {
  readonly map: L.Map;
  readonly shapes: L.FeatureGroup;
  readonly draft: L.FeatureGroup<L.Polygon>;
  readonly marks: L.LayerGroup;
  readonly dots: L.LayerGroup;
  readonly showNames: (points: readonly MapPoint[]) => void;
  readonly keys: ReturnType<typeof addKeyboardDrawing>;
};

const createDotMarker = ({ lat, lng }: { lat: number; lng: number }, className: string) =>
  L.circleMarker([lat, lng], { radius: 7, className, interactive: false });

/**
 * Creates a map with empty layers, and reports clicks and drawn rings.
 * @param read returns the latest props
 */
function createLayers(element: HTMLElement, read: () => MapProps): Layers {
  const addRing = (ring: readonly Position[]) => {
    const { draft, tool, onDraft, onTool } = read();
    onDraft(tool === 'hole' ? withHole(draft ?? [], ring) : [...(draft ?? []), [ring]], false);
    onTool('edit');
  };
  const { center, tiles, zoomInLabel, zoomOutLabel } = read();
  const map = L.map(element, { center, zoom: 11, zoomControl: false, attributionControl: Boolean(tiles) });
  L.control.zoom({ position: 'topright', zoomInTitle: zoomInLabel, zoomOutTitle: zoomOutLabel }).addTo(map);
  addBaseMap(map, tiles);
  const layers: Layers = {
    map,
    shapes: L.featureGroup().addTo(map),
    marks: L.layerGroup().addTo(map),
    draft: L.featureGroup<L.Polygon>().addTo(map),
    dots: L.layerGroup().addTo(map),
    showNames: createNameLayer(map),
    keys: addKeyboardDrawing(map, (ring) => addRing(closeRing(ring))),
  };
  map.on('click', ({ latlng }) => {
    if (read().tool === 'look')
      read().onPoint({ lat: roundDegrees(latlng.lat), lng: roundDegrees(latlng.lng) });
  });
  map.on('pm:create', ({ layer }) => {
    const [ring = []] = readRings(layer as L.Polygon);
    layer.remove();
    addRing(ring);
  });
  return layers;
}

/** The layers, once they exist, and the latest props, for events that come between two renders. */
type MapRefs = { readonly layers: RefObject<Layers | null>; readonly latest: RefObject<MapProps> };

/** Moves the view: to the place and the shapes at first, and to the shape that was selected. */
function useMapView({ layers, latest }: MapRefs, { shapes, draft, focus, place }: MapProps): void {
  useEffect(() => {
    if (!place || (latest.current.draft?.length ?? 0) > 0) return;
    layers.current?.map.setView(place, PLACE_ZOOM, { animate: false });
  }, [place, layers, latest]);

  // only once, because later the user controls the view
  const isPlaced = useRef(false);
  useEffect(() => {
    const currentLayers = layers.current;
    if (!currentLayers || isPlaced.current) return;
    const [first] = draft ?? [];
    const bounds = first ? findBounds(draft ?? []) : findBounds(shapes.flatMap(({ polygons }) => polygons));
    if (!bounds.isValid()) return;
    isPlaced.current = true;
    currentLayers.map.fitBounds(bounds, { padding: [24, 24], animate: false });
  }, [shapes, draft, layers]);

  useEffect(() => {
    const shape = focus && latest.current.shapes.find(({ id }) => id === focus.id);
    if (shape)
      layers.current?.map.fitBounds(findBounds(shape.polygons), { padding: [24, 24], animate: false });
  }, [focus, layers, latest]);
}

/** Shows the shape being drawn with the tool that changes it, and reports its changes. */
function useDrawing({ layers, latest }: MapRefs, { draft, tool, isWrong }: MapProps): void {
  // the shape that the layers already show, so that it is not drawn again while the pointer drags it
  const shownDrawing = useRef<Drawing | null>(null);
  useEffect(
    () => () => {
      shownDrawing.current = null;
    },
    [],
  );

  useEffect(() => {
    const group = layers.current?.draft;
    if (!group || draft === shownDrawing.current) return;
    group.clearLayers();
    shownDrawing.current = draft;
    const tell = (live: boolean) => {
      const drawing = group.getLayers().map((layer) => readRings(layer as L.Polygon));
      shownDrawing.current = drawing;
      latest.current.onDraft(drawing, live);
    };
    for (const polygon of draft ?? []) {
      const layer = L.polygon(toLatLngs(polygon), { className: 'zone zone-draft' }).addTo(group);
      layer.on('pm:markerdrag', () => tell(true));
      for (const done of ['pm:edit', 'pm:dragend', 'pm:vertexremoved']) layer.on(done, () => tell(false));
    }
  }, [draft, layers, latest]);

  // runs after the layers are created, and again when the shapes change
  useEffect(() => {
    const currentLayers = layers.current;
    if (!currentLayers) return;
    currentLayers.map.pm.disableDraw();
    currentLayers.keys.enable(tool === 'draw' || tool === 'hole');
    if (tool === 'draw' || tool === 'hole') {
      currentLayers.map.pm.enableDraw('Polygon', { ...SNAP, tooltips: false });
      hidePointerDot(currentLayers.map);
    }
    for (const layer of (draft === null ? [] : currentLayers.draft.getLayers()) as L.Polygon[]) {
      layer.pm.disable();
      layer.pm.disableLayerDrag();
      if (tool === 'edit') layer.pm.enable({ ...SNAP, allowSelfIntersection: true });
      if (tool === 'move') layer.pm.enableLayerDrag();
    }
  }, [tool, draft, layers]);

  useEffect(() => {
    for (const layer of draft === null ? [] : (layers.current?.draft.getLayers() ?? []))
      (layer as L.Polygon).getElement()?.classList.toggle('zone-wrong', isWrong);
  }, [isWrong, draft, layers]);
}

/** The dot under the pointer is no button: it is drawn as a marker, and markers can have the focus. */
function hidePointerDot(map: L.Map): void {
  const dot = map.getContainer().querySelector('.cursor-marker');
  dot?.removeAttribute('tabindex');
  dot?.removeAttribute('role');
  dot?.setAttribute('aria-hidden', 'true');
}

/**
 * Draws zones on a plain map: one to edit, and the others to snap to. It has no state: every change is reported and
 * comes back as `draft`, so that the screen can undo.
 */
export const ZoneMap = ({ className, label, ...props }: ZoneMapProps) => {
  const box = useRef<HTMLDivElement>(null);
  const layers = useRef<Layers | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const created = createLayers(element, () => latest.current);
    layers.current = created;
    const watch = new ResizeObserver(() => created.map.invalidateSize());
    watch.observe(element);
    return () => {
      watch.disconnect();
      created.map.remove();
      layers.current = null;
    };
  }, []);

  const { shapes, marks, wrongAt, point, points } = props;
  const refs = { layers, latest };

  useEffect(() => {
    const group = layers.current?.shapes.clearLayers();
    if (!group) return;
    for (const [at, { name, polygons, tone }] of shapes.entries())
      for (const polygon of polygons)
        L.polygon(toLatLngs(polygon), {
          className: `zone ${getZoneColourClass(at)} zone-${tone}`,
          bubblingMouseEvents: true,
        })
          .bindTooltip(document.createTextNode(name) as unknown as HTMLElement, {
            sticky: true,
            direction: 'top',
          })
          .addTo(group);
  }, [shapes]);

  useDrawing(refs, props);

  useEffect(() => {
    const group = layers.current?.marks.clearLayers();
    if (!group) return;
    for (const { polygons, tone } of marks)
      for (const polygon of polygons)
        L.polygon(toLatLngs(polygon), {
          className: `zone zone-${tone}`,
          interactive: false,
          pmIgnore: true,
        }).addTo(group);
  }, [marks]);

  useEffect(() => {
    const group = layers.current?.dots.clearLayers();
    if (!group) return;
    if (wrongAt) createDotMarker(wrongAt, 'zone-dot zone-dot-wrong').addTo(group);
    if (point) createDotMarker(point, 'zone-dot').addTo(group);
  }, [wrongAt, point]);

  useEffect(() => {
    const zonePoints = shapes.flatMap(({ name, polygons }): MapPoint[] => {
      const bounds = findBounds(polygons);
      return bounds.isValid() ? [{ name, kind: 'zone', ...toPoint(bounds.getCenter()) }] : [];
    });
    layers.current?.showNames([...points, ...zonePoints]);
  }, [shapes, points]);

  useMapView(refs, props);
  return (
    <section
      ref={box}
      aria-label={label}
      dir="ltr"
      className={cx(
        'map isolate h-[28rem] w-full rounded-lg border border-line bg-sunken font-sans',
        className,
      )}
    />
  );
};
