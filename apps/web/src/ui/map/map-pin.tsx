// Not exported by index.ts: a screen loads this file with leaflet when it shows a map.
import L from 'leaflet';
import { useEffect, useRef } from 'react';
import 'leaflet/dist/leaflet.css';
import { cx } from '../cx.ts';
import {
  addBaseMap,
  createNameLayer,
  getZoneColourClass,
  type MapPoint,
  type MapTiles,
} from './map-ground.ts';

/** A multi-polygon as in GeoJSON: parts, rings, positions [lng, lat]. */
type ZonePolygons = readonly (readonly (readonly (readonly number[])[])[])[];

const toLatLngs = (polygon: ZonePolygons[number]): L.LatLngTuple[][] =>
  polygon.map((ring) => ring.map(([lng = 0, lat = 0]): L.LatLngTuple => [lat, lng]));

const FOCUS_ZOOM = 13;

/** Degrees, WGS 84. */
export type LatLng = { lat: number; lng: number };

export type MapPinProps = {
  /** The pin's position; null shows no pin until the map is clicked. */
  value: LatLng | null;
  onChange: (value: LatLng) => void;
  /** The centre of the view without a pin. */
  center: LatLng;
  /** The accessible name of the map and its pin. */
  label: string;
  pinLabel: string;
  zoomInLabel: string;
  zoomOutLabel: string;
  /** Without tiles the map shows coasts and borders. */
  tiles?: MapTiles | null | undefined;
  /** Zones and names shown around the pin. */
  zones?: readonly { readonly id: number; readonly polygons: ZonePolygons }[] | undefined;
  points?: readonly MapPoint[] | undefined;
  /** The centre of the view while there is no pin; a new value moves the view there. */
  focus?: LatLng | null | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
};

// pixels that an arrow key moves the pin; with Shift one pixel
const stride = 12;
const arrows: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

// six decimals are about 11 cm
const roundPosition = ({ lat, lng }: LatLng): LatLng => ({
  lat: Number(lat.toFixed(6)),
  lng: Number(lng.toFixed(6)),
});

const pinIcon = L.divIcon({
  className: 'map-pin',
  iconSize: [32, 40],
  iconAnchor: [16, 38],
  html: '<svg viewBox="0 0 32 40" width="32" height="40" aria-hidden="true"><path d="M16 38C16 38 29 24 29 15a13 13 0 1 0-26 0c0 9 13 23 13 23Z"/><circle cx="16" cy="15" r="5"/></svg>',
});

/** Picks a place on a map: drag the pin, click the map, or use the arrow keys. */
export const MapPin = ({
  value,
  onChange,
  disabled,
  className,
  label,
  zones,
  points,
  focus,
  ...setUp
}: MapPinProps) => {
  const box = useRef<HTMLDivElement>(null);
  const layers = useRef<{
    map: L.Map;
    pin: L.Marker;
    zones: L.LayerGroup;
    showNames: (points: readonly MapPoint[]) => void;
  } | null>(null);
  // the map is created once and calls the latest props
  const latest = useRef({ value, onChange, disabled, setUp });
  useEffect(() => {
    latest.current = { value, onChange, disabled, setUp };
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const { center, tiles, pinLabel, zoomInLabel, zoomOutLabel } = latest.current.setUp;
    const position = latest.current.value ?? center;
    const map = L.map(element, {
      center: position,
      zoom: latest.current.value ? 14 : 11,
      zoomControl: false,
      attributionControl: Boolean(tiles),
    });
    // at the top right, because the latitudes are labelled on the left
    L.control.zoom({ position: 'topright', zoomInTitle: zoomInLabel, zoomOutTitle: zoomOutLabel }).addTo(map);
    addBaseMap(map, tiles);
    const zoneLayer = L.layerGroup().addTo(map);
    const showNames = createNameLayer(map);

    const pin = L.marker(position, { icon: pinIcon, draggable: true, title: pinLabel, alt: pinLabel });
    const tell = (place: LatLng) => latest.current.disabled || latest.current.onChange(roundPosition(place));
    pin.on('dragend', () => tell(pin.getLatLng()));
    map.on('click', (event) => tell(event.latlng));
    const onKey = (event: KeyboardEvent) => {
      const arrow = arrows[event.key];
      if (!arrow || event.target !== pin.getElement()) return;
      // keeps the arrow key from moving the map
      event.preventDefault();
      event.stopPropagation();
      const by = event.shiftKey ? 1 : stride;
      const point = map.latLngToContainerPoint(pin.getLatLng()).add([arrow[0] * by, arrow[1] * by]);
      tell(map.containerPointToLatLng(point));
    };
    element.addEventListener('keydown', onKey, true);
    const watch = new ResizeObserver(() => map.invalidateSize());
    watch.observe(element);
    layers.current = { map, pin, zones: zoneLayer, showNames };
    return () => {
      watch.disconnect();
      element.removeEventListener('keydown', onKey, true);
      map.remove();
      layers.current = null;
    };
  }, []);

  const lat = value?.lat;
  const lng = value?.lng;
  useEffect(() => {
    if (!layers.current) return;
    const { map, pin } = layers.current;
    if (lat === undefined || lng === undefined) {
      pin.remove();
      return;
    }
    pin.setLatLng([lat, lng]).addTo(map);
    if (disabled) pin.dragging?.disable();
    else pin.dragging?.enable();
    if (!map.getBounds().pad(-0.1).contains([lat, lng])) map.panTo([lat, lng], { animate: false });
  }, [lat, lng, disabled]);

  useEffect(() => {
    const group = layers.current?.zones.clearLayers();
    if (!group) return;
    for (const [at, { polygons }] of (zones ?? []).entries())
      for (const polygon of polygons)
        L.polygon(toLatLngs(polygon), {
          className: `zone ${getZoneColourClass(at)}`,
          interactive: false,
        }).addTo(group);
  }, [zones]);

  useEffect(() => {
    layers.current?.showNames(points ?? []);
  }, [points]);

  const focusLat = focus?.lat;
  const focusLng = focus?.lng;
  useEffect(() => {
    if (focusLat === undefined || focusLng === undefined || latest.current.value) return;
    layers.current?.map.setView([focusLat, focusLng], FOCUS_ZOOM, { animate: false });
  }, [focusLat, focusLng]);

  return (
    <section
      ref={box}
      aria-label={label}
      dir="ltr"
      className={cx('map isolate h-72 w-full rounded-lg border border-line bg-sunken font-sans', className)}
    />
  );
};
