import L from 'leaflet';

/**
 * Draws a polygon by keyboard: the arrows move the map under a crosshair, Enter adds a corner there, Backspace removes
 * the last corner, and Shift+Enter closes the polygon.
 * @param onRing called with the corners of a finished polygon, at least three
 */
export function addKeyboardDrawing(
  map: L.Map,
  onRing: (corners: readonly L.LatLng[]) => void,
): { enable: (isOn: boolean) => void } {
  const container = map.getContainer();
  const layer = L.layerGroup();
  let corners: L.LatLng[] = [];
  const draw = () => {
    layer.clearLayers();
    const look = { className: 'zone zone-draft', interactive: false, pmIgnore: true } as L.PolylineOptions;
    if (corners.length > 0) L.polyline([...corners, map.getCenter()], look).addTo(layer);
    for (const corner of corners)
      L.circleMarker(corner, { radius: 4, className: 'zone-dot', interactive: false }).addTo(layer);
    L.circleMarker(map.getCenter(), { radius: 9, className: 'map-cross', interactive: false }).addTo(layer);
  };
  const finish = () => {
    const ring = corners;
    corners = [];
    draw();
    onRing(ring);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== container) return;
    if (event.key === 'Enter' && event.shiftKey && corners.length >= 3) finish();
    else if (event.key === 'Enter') corners.push(map.getCenter());
    else if (event.key === 'Backspace') corners.pop();
    else return;
    event.preventDefault();
    draw();
  };
  return {
    enable: (isOn) => {
      corners = [];
      container.removeEventListener('keydown', onKey);
      map.off('move', draw);
      layer.remove();
      if (!isOn) return;
      container.addEventListener('keydown', onKey);
      map.on('move', draw);
      layer.addTo(map);
      draw();
    },
  };
}
