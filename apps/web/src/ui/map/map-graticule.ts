import L from 'leaflet';

const steps = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005];

/** Returns the widest spacing, in degrees, with at least three lines on the map. */
const findLineSpacing = (width: number) => steps.find((step) => width / step >= 3) ?? 0.0005;

const listLinesBetween = (from: number, to: number, step: number) =>
  Array.from({ length: Math.min(60, Math.floor(to / step) - Math.ceil(from / step) + 1) }, (_, index) =>
    Number(((Math.ceil(from / step) + index) * step).toFixed(4)),
  );

/**
 * Draws lines of latitude and longitude with their degrees on a map without tiles, so that position and scale are
 * visible. Redraws when the view moves; styled by the classes `graticule` in theme.css.
 */
export const addGraticule = (map: L.Map): void => {
  const lines = L.layerGroup().addTo(map);
  const label = (position: L.LatLngTuple, degrees: number) =>
    L.marker(position, {
      interactive: false,
      keyboard: false,
      icon: L.divIcon({ className: 'graticule-label', html: `${degrees}°`, iconSize: [0, 0] }),
    }).addTo(lines);
  const draw = () => {
    lines.clearLayers();
    const view = map.getBounds();
    const step = findLineSpacing(view.getEast() - view.getWest());
    const look: L.PolylineOptions = { className: 'graticule', weight: 1, interactive: false };
    for (const lat of listLinesBetween(view.getSouth(), view.getNorth(), step)) {
      const line: L.LatLngTuple[] = [
        [lat, view.getWest()],
        [lat, view.getEast()],
      ];
      L.polyline(line, look).addTo(lines);
      label([lat, view.getWest()], lat);
    }
    for (const lng of listLinesBetween(view.getWest(), view.getEast(), step)) {
      const line: L.LatLngTuple[] = [
        [view.getSouth(), lng],
        [view.getNorth(), lng],
      ];
      L.polyline(line, look).addTo(lines);
      label([view.getSouth(), lng], lng);
    }
  };
  map.on('moveend', draw);
  draw();
};
