import type { Named } from './qatar.ts';

/** What delivery costs where a zone or area says nothing itself, by municipality as qatar.ts names it in English. */
export const RATES: Readonly<
  Record<string, { charge: number; minimum: number; minutes: number; free: number | null }>
> = {
  'Doha Municipality': { charge: 15, minimum: 50, minutes: 90, free: 300 },
  'Al Rayyan Municipality': { charge: 20, minimum: 75, minutes: 120, free: 400 },
  'Al Daayen Municipality': { charge: 20, minimum: 75, minutes: 120, free: 400 },
  'Umm Salal Municipality': { charge: 25, minimum: 100, minutes: 150, free: null },
  'Al Wakrah Municipality': { charge: 25, minimum: 100, minutes: 150, free: null },
};

type DemoZone = {
  readonly name: Named;
  /** Its city, by its English name in qatar.ts. */
  readonly city: string;
  /** The places in BRANCHES of those that deliver there. */
  readonly branches: readonly number[];
  readonly charge: number | null;
  readonly minimum?: number;
  readonly minutes?: number;
  readonly free?: number;
  /** Corners, drawn by hand: longitude, latitude. */
  readonly corners: readonly (readonly [lng: number, lat: number])[];
};

/** Zones of the demo business around its branches; two overlap on purpose, the smaller one counts there. */
export const ZONES: readonly DemoZone[] = [
  {
    name: ['الخليج الغربي والدفنة', 'West Bay and Al Dafna', 'West Bay und Al Dafna'],
    city: 'Doha',
    branches: [0],
    charge: 8,
    minimum: 30,
    minutes: 45,
    free: 150,
    corners: [
      [51.506, 25.305],
      [51.527, 25.308],
      [51.545, 25.318],
      [51.54, 25.338],
      [51.522, 25.343],
      [51.508, 25.33],
    ],
  },
  {
    name: ['كتارا والقصار', 'Katara and Al Qassar', 'Katara und Al Qassar'],
    city: 'Doha',
    branches: [0, 2],
    charge: 10,
    minutes: 60,
    corners: [
      [51.508, 25.33],
      [51.522, 25.343],
      [51.536, 25.345],
      [51.536, 25.368],
      [51.513, 25.372],
      [51.503, 25.35],
    ],
  },
  {
    name: ['اللؤلؤة', 'The Pearl', 'Die Perle'],
    city: 'Doha',
    branches: [2],
    charge: 7,
    minimum: 30,
    minutes: 40,
    free: 150,
    corners: [
      [51.536, 25.356],
      [51.548, 25.354],
      [51.563, 25.366],
      [51.561, 25.382],
      [51.545, 25.385],
      [51.536, 25.372],
    ],
  },
  {
    name: ['لوسيل', 'Lusail', 'Lusail'],
    city: 'Lusail',
    branches: [2],
    charge: 12,
    minutes: 75,
    corners: [
      [51.478, 25.375],
      [51.513, 25.372],
      [51.536, 25.372],
      [51.535, 25.43],
      [51.51, 25.47],
      [51.475, 25.44],
    ],
  },
  {
    name: ['السد وفريج بن محمود', 'Al Sadd and Bin Mahmoud', 'Al Sadd und Bin Mahmoud'],
    city: 'Doha',
    branches: [1],
    charge: 6,
    minimum: 25,
    minutes: 40,
    free: 120,
    corners: [
      [51.482, 25.27],
      [51.505, 25.268],
      [51.52, 25.275],
      [51.518, 25.292],
      [51.5, 25.3],
      [51.482, 25.292],
    ],
  },
  {
    name: ['وسط الدوحة', 'Central Doha', 'Doha Mitte'],
    city: 'Doha',
    branches: [1, 0],
    charge: 9,
    minutes: 55,
    corners: [
      [51.518, 25.268],
      [51.545, 25.272],
      [51.557, 25.288],
      [51.54, 25.301],
      [51.518, 25.298],
    ],
  },
  {
    name: ['الهلال والمطار القديم', 'Al Hilal and Old Airport', 'Al Hilal und Alter Flughafen'],
    city: 'Doha',
    branches: [1],
    charge: 11,
    minutes: 70,
    corners: [
      [51.515, 25.235],
      [51.56, 25.235],
      [51.565, 25.262],
      [51.545, 25.272],
      [51.518, 25.268],
    ],
  },
  {
    name: ['مدينة خليفة والدحيل', 'Madinat Khalifa and Duhail', 'Madinat Chalifa und Duhail'],
    city: 'Doha',
    branches: [0, 1],
    charge: 12,
    minutes: 75,
    corners: [
      [51.44, 25.31],
      [51.482, 25.3],
      [51.5, 25.305],
      [51.505, 25.332],
      [51.48, 25.355],
      [51.447, 25.345],
    ],
  },
  {
    name: ['الريان والوعب', 'Al Rayyan and Al Waab', 'Ar-Rayyan und Al Waab'],
    city: 'Al Rayyan',
    branches: [1],
    charge: null,
    corners: [
      [51.39, 25.25],
      [51.44, 25.232],
      [51.482, 25.25],
      [51.482, 25.3],
      [51.44, 25.31],
      [51.395, 25.305],
    ],
  },
  {
    name: ['كل الدوحة', 'All of Doha', 'Ganz Doha'],
    city: 'Doha',
    branches: [0, 1, 2],
    charge: null,
    corners: [
      [51.43, 25.215],
      [51.61, 25.215],
      [51.61, 25.4],
      [51.43, 25.4],
    ],
  },
];

/** Streets and buildings as the blue plates say them; pins lie in the zones above, and one beyond all of them. */
export const PLATES: readonly {
  zone: string;
  street: string;
  home: string;
  lng: number;
  lat: number;
  area: string;
}[] = [
  { zone: '61', street: '950', home: '12', lng: 51.5247, lat: 25.3221, area: 'Al Dafna' },
  { zone: '63', street: '801', home: '44', lng: 51.5322, lat: 25.3302, area: 'West Bay' },
  { zone: '66', street: '303', home: '7', lng: 51.5511, lat: 25.3702, area: 'The Pearl' },
  { zone: '66', street: '118', home: '21', lng: 51.5261, lat: 25.3595, area: 'Katara' },
  { zone: '38', street: '902', home: '65', lng: 51.4983, lat: 25.2822, area: 'Al Sadd' },
  { zone: '22', street: '240', home: '9', lng: 51.5102, lat: 25.2791, area: 'Fereej Bin Mahmoud' },
  { zone: '13', street: '830', home: '31', lng: 51.5283, lat: 25.2862, area: 'Msheireb' },
  { zone: '25', street: '960', home: '3', lng: 51.5333, lat: 25.2742, area: 'Al Mansoura' },
  { zone: '45', street: '310', home: '80', lng: 51.5522, lat: 25.2511, area: 'Old Airport' },
  { zone: '41', street: '630', home: '18', lng: 51.5301, lat: 25.2602, area: 'Al Hilal' },
  { zone: '34', street: '825', home: '52', lng: 51.4751, lat: 25.3203, area: 'Madinat Khalifa South' },
  { zone: '55', street: '420', home: '27', lng: 51.4412, lat: 25.2702, area: 'Al Waab' },
  { zone: '69', street: '214', home: '5', lng: 51.5052, lat: 25.4202, area: 'Marina District' },
  { zone: '46', street: '1020', home: '11', lng: 51.5552, lat: 25.2252, area: 'Al Thumama' },
  { zone: '90', street: '700', home: '2', lng: 51.6052, lat: 25.1702, area: 'Jabal Al Wakrah' },
];
