import { BRANCHES } from './people.mjs';

/** The number of zones from west to east and from south to north, and how many of them each branch has. */
const [COLUMNS, ROWS] = [25, 40];
const [WIDE, HIGH] = [5, 10];
const ZONES = COLUMNS * ROWS;
/** Doha: its south-western corner, and the size of a zone in degrees, about 800 by 670 metres. */
const [WEST, SOUTH] = [51.35, 25.18];
const [WIDTH, HEIGHT] = [0.008, 0.006];
/** The largest shift of a corner from the grid, as a part of a zone's size; small enough that lines never cross. */
const JITTER = 0.25;
const KM = 111.2;

/** Returns a pseudo-random number from -1 to 1 for a place in the grid. */
function chance(x, y, seed) {
  const mixed = Math.sin(x * 127.1 + y * 311.7 + seed * 74.7) * 43_758.545_3;
  return (mixed - Math.floor(mixed)) * 2 - 1;
}

/** Returns a corner of the grid; neighbouring zones use the same one, so that there are no overlaps or gaps. */
const corner = (x, y) => [
  WEST + (x + JITTER * chance(x, y, 1)) * WIDTH,
  SOUTH + (y + JITTER * chance(x, y, 2)) * HEIGHT,
];

/** Returns the outline of a zone, counter-clockwise, with a bend in each side. */
const ringOf = (x, y) => {
  const steps = [
    [0, 0],
    [0.5, 0],
    [1, 0],
    [1, 0.5],
    [1, 1],
    [0.5, 1],
    [0, 1],
    [0, 0.5],
    [0, 0],
  ];
  return steps.map(([right, up]) => {
    const [from, to] = [
      corner(Math.floor(x + right), Math.floor(y + up)),
      corner(Math.ceil(x + right), Math.ceil(y + up)),
    ];
    const [lng, lat] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const isBend = right % 1 !== 0 || up % 1 !== 0;
    const bend = isBend ? JITTER * 0.4 * chance(x + right, y + up, 3) : 0;
    return right % 1 === 0 ? [lng + bend * WIDTH, lat] : [lng, lat + bend * HEIGHT];
  });
};

const padded = (number) => String(number + 1).padStart(2, '0');

/** Returns which of the twenty branches serves a zone: each has a rectangle of the grid. */
const branchAt = (x, y) => Math.floor(y / HIGH) * (COLUMNS / WIDE) + Math.floor(x / WIDE);
const centreOf = (n) => {
  const [across, up] = [n % (COLUMNS / WIDE), Math.floor(n / (COLUMNS / WIDE))];
  return { lng: WEST + (across + 0.5) * WIDE * WIDTH, lat: SOUTH + (up + 0.5) * HIGH * HEIGHT };
};

/**
 * Returns the terms by distance: farther zones have higher fees and longer times; near the branch delivery is free
 * above an amount, farther away never (0).
 */
function ratesOf(km) {
  return {
    delivery_charge: 6 + Math.round(km * 4) / 2,
    delivery_minutes: 30 + Math.round(km) * 5,
    min_order: km < 1.5 ? null : 20,
    free_after_amount: km < 2.5 ? 250 : 0,
  };
}

async function drawn() {
  const { parseDrawnShape } = await import('../../../packages/commerce/src/index.ts');
  return Array.from({ length: ZONES }, (_, at) => {
    const [x, y] = [at % COLUMNS, Math.floor(at / COLUMNS)];
    const { shape, refusal } = parseDrawnShape([ringOf(x, y)]);
    if (!shape) throw new Error(`zone ${at}: ${JSON.stringify(refusal)}`);
    const { polygons, area_m2, box } = shape;
    const n = branchAt(x, y);
    const [centre, middle] = [
      centreOf(n),
      { lng: (box.west + box.east) / 2, lat: (box.south + box.north) / 2 },
    ];
    const km =
      KM *
      Math.hypot((middle.lng - centre.lng) * Math.cos((middle.lat * Math.PI) / 180), middle.lat - centre.lat);
    const name = padded(y) + padded(x);
    const names = { ar: `قطاع ${name}`, en: `Sector ${name}`, de: `Sektor ${name}` };
    return { n, names, polygons, area_m2, ...box, ...ratesOf(km) };
  });
}

/**
 * Creates a thousand zones side by side over Doha, in the product's own format, each served by one of the first twenty
 * branches, with terms by the distance to it; existing ones stay. Branches without a position get the centre of their
 * zones.
 *
 * @param {import('pg').Client} client
 * @returns {Promise<number>} the number of created zones
 */
export async function generateZones(client) {
  const zones = JSON.stringify(await drawn());
  const centres = JSON.stringify(Array.from({ length: BRANCHES }, (_, n) => ({ n, ...centreOf(n) })));
  const { rows } = await client.query(
    `WITH place AS MATERIALIZED (
       SELECT id, settings, row_number() OVER (ORDER BY id) - 1 AS n FROM branch WHERE deleted_at IS NULL ORDER BY id LIMIT ${BRANCHES}
     ), wanted AS MATERIALIZED (
       SELECT nextval(pg_get_serial_sequence('location', 'id'))::int AS id, z.*
         FROM (SELECT * FROM jsonb_to_recordset($1::jsonb) AS z (n int, names jsonb, polygons jsonb, area_m2 float8, west float8, south float8,
                east float8, north float8, delivery_charge numeric, delivery_minutes int, min_order numeric,
                free_after_amount numeric)
        WHERE NOT EXISTS (SELECT 1 FROM location l WHERE l.type = 2 AND l.deleted_at IS NULL AND l.names->>'en' = z.names->>'en')
        ORDER BY z.names->>'en') z
     ), made AS (
       INSERT INTO location (id, type, names, polygons, area_m2, west, south, east, north, delivery_charge,
         delivery_minutes, min_order, free_after_amount)
       SELECT id, 2, names, polygons, area_m2, west, south, east, north, delivery_charge, delivery_minutes, min_order,
              free_after_amount FROM wanted
     ), served AS (
       INSERT INTO branch_zone (branch_id, location_id) SELECT p.id, w.id FROM wanted w JOIN place p ON p.n = w.n
     ), stands AS (
       UPDATE branch b SET settings = b.settings || jsonb_build_object('coordinates', jsonb_build_object('lat', c.lat, 'lng', c.lng))
         FROM place p JOIN jsonb_to_recordset($2::jsonb) AS c (n int, lat float8, lng float8) ON c.n = p.n
        WHERE b.id = p.id AND p.settings->'coordinates'->>'lat' IS NULL AND EXISTS (SELECT 1 FROM wanted)
     )
     SELECT count(*)::int AS made FROM wanted`,
    [zones, centres],
  );
  return rows[0].made;
}
