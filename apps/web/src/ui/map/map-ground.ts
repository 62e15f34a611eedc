import L from 'leaflet';
import type { feature as toFeatures } from 'topojson-client';
import { importModule } from '../../lib/import-module.ts';
import { addGraticule } from './map-graticule.ts';

/** A name on the map. Where names would overlap, a kind that comes earlier in this list is shown. */
export type MapPoint = {
  readonly name: string;
  readonly kind: 'branch' | 'zone' | 'state' | 'city' | 'area';
  readonly lat: number;
  readonly lng: number;
};

/** A tile URL with {z}, {x} and {y}, and its attribution. */
export type MapTiles = { readonly url: string; readonly attribution: string };

/** The zoom level from which the names of a kind are shown. */
const SHOWN_FROM: Readonly<Record<MapPoint['kind'], number>> = {
  branch: 0,
  zone: 9,
  state: 7,
  city: 10,
  area: 12,
};
const FIRST_TO_LAST: readonly MapPoint['kind'][] = ['branch', 'zone', 'state', 'city', 'area'];
/** Countries are drawn within the view and this many view sizes around it. */
const AROUND = 1;

type Topology = Parameters<typeof toFeatures>[0];
type Country = GeoJSON.Feature;

let world: Promise<readonly Country[]> | null = null;

const loadCoasts = () => import('world-atlas/countries-50m.json?raw');
const loadReader = () => import('topojson-client');

/** Loads coasts and borders (Natural Earth, public domain) once, with the first map. */
const loadWorld = (): Promise<readonly Country[]> => {
  world ??= Promise.all([importModule(loadCoasts), importModule(loadReader)])
    .then(([text, { feature }]) => {
      const topology = JSON.parse(text.default) as Topology;
      const { countries } = topology.objects;
      const all = countries && feature(topology, countries);
      return all?.type === 'FeatureCollection' ? all.features : [];
    })
    .catch(() => {
      // the map works without land; the next map tries again
      world = null;
      return [];
    });
  return world;
};

/** Draws land as the view reaches it, because drawing the whole world at once takes ten times as long. */
function addLand(map: L.Map): void {
  const pane = map.createPane('land');
  pane.style.zIndex = '210';
  const renderer = L.svg({ pane: 'land', padding: 0.5 });
  const drawn = new Set<Country>();
  void loadWorld().then((countries) => {
    const layers = countries.map((country) => ({
      country,
      layer: L.geoJSON(country, {
        interactive: false,
        pmIgnore: true,
        snapIgnore: true,
        style: { className: 'land', weight: 1, renderer },
      } as L.GeoJSONOptions),
    }));
    const draw = () => {
      const view = map.getBounds().pad(AROUND);
      for (const { country, layer } of layers) {
        if (drawn.has(country) || !view.intersects(layer.getBounds())) continue;
        drawn.add(country);
        layer.addTo(map);
      }
    };
    // the user may have left the screen while the land was loading
    if (!map.getPane('land')) return;
    map.on('moveend', draw);
    draw();
  });
}

/** Adds tiles if they are configured; else land, borders, and lines of latitude and longitude. */
export function addBaseMap(map: L.Map, tiles: MapTiles | null | undefined): void {
  if (tiles) {
    L.tileLayer(tiles.url, { attribution: tiles.attribution, maxZoom: 19 }).addTo(map);
    return;
  }
  addLand(map);
  addGraticule(map);
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const toMarker = ({ name, kind, lat, lng }: MapPoint): L.Marker =>
  L.marker([lat, lng], {
    interactive: false,
    keyboard: false,
    pmIgnore: true,
    snapIgnore: true,
    icon: L.divIcon({
      className: `map-name map-name-${kind}`,
      html: `<span><bdi>${escapeHtml(name)}</bdi></span>`,
      iconSize: [0, 0],
    }),
  } as L.MarkerOptions);

const doesCover = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Returns a function that sets the names on a map; which ones are visible depends on the zoom, and none overlap. */
export function createNameLayer(map: L.Map): (points: readonly MapPoint[]) => void {
  const names = L.layerGroup().addTo(map);
  let drawnPoints: readonly MapPoint[] = [];
  const draw = () => {
    names.clearLayers();
    const view = map.getBounds().pad(0.1);
    const taken: DOMRect[] = [];
    for (const kind of FIRST_TO_LAST) {
      if (map.getZoom() < SHOWN_FROM[kind]) continue;
      for (const point of drawnPoints) {
        if (point.kind !== kind || !view.contains(point)) continue;
        const marker = toMarker(point).addTo(names);
        const box = marker.getElement()?.firstElementChild?.getBoundingClientRect();
        if (!box) continue;
        if (taken.some((other) => doesCover(box, other))) marker.remove();
        else taken.push(box);
      }
    }
  };
  map.on('moveend', draw);
  return (points) => {
    drawnPoints = points;
    draw();
  };
}

/**
 * Returns the class name with one of six zone colours; each zone also shows its name, so colour alone means nothing.
 */
export const getZoneColourClass = (index: number): string => `zone-hue-${index % 6}`;
