const ZONES = 1_000;
const POINTS = 10_000;

/** Returns a generator of pseudo-random numbers, so that the zones are the same on every machine. */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Returns a thousand zones of `corners` corners over a town, many of which overlap. */
function ground(parseDrawnShape, corners) {
  const random = chance(8);
  return Array.from({ length: ZONES }, () => {
    const [lng, lat, size] = [51 + random(), 25 + random(), 0.01 + random() * 0.04];
    const ring = Array.from({ length: corners }, (_, at) => {
      const [angle, far] = [(at / corners) * 2 * Math.PI, size * (0.5 + random() * 0.5)];
      return [lng + Math.cos(angle) * far, lat + Math.sin(angle) * far];
    });
    const { shape, refusal } = parseDrawnShape([[...ring, ring[0]]]);
    if (!shape) throw new Error(JSON.stringify(refusal));
    return shape;
  });
}

/**
 * Measures which zones contain a point, on one core; returns rows for the suite of orders.
 *
 * @param {(work: () => void, seconds: number) => number} rateOf returns the rate per second of processor time
 * @param {number} seconds of each measurement
 */
export async function zoneRows(rateOf, seconds) {
  const { createZoneIndex, parseDrawnShape } = await import('../../../packages/commerce/src/index.ts');
  const random = chance(9);
  const points = Array.from({ length: POINTS }, () => ({ lng: 51 + random(), lat: 25 + random() }));
  return [24, 200].map((corners) => {
    const find = createZoneIndex(ground(parseDrawnShape, corners));
    let at = 0;
    const look = () => find(points[at++ % POINTS]);
    rateOf(look, seconds / 3);
    return [
      `zones that cover a point, among 1,000 of ${corners} corners, one core`,
      rateOf(look, seconds),
      '100,000/s wanted',
    ];
  });
}
