import { writeFileSync } from 'node:fs';
import { getCountry, getTimezone } from 'countries-and-timezones';
import { countries } from 'countries-list';
import iso from 'i18n-iso-countries';
import { at } from './lib/paths.mjs';

// writes prisma/seed/countries.json from open packages, so that the product itself needs none of them

/** Where a country spans several zones and its capital names none of them: the zone most of its people live in. */
const mainZones = {
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Hebron',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  UM: 'Pacific/Wake',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  VN: 'Asia/Ho_Chi_Minh',
  AR: 'America/Argentina/Buenos_Aires',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  MY: 'Asia/Kuala_Lumpur',
  AQ: 'Antarctica/McMurdo',
  TF: 'Indian/Kerguelen',
  // the clocks' list knows these by a neighbour's name
  BH: 'Asia/Bahrain',
  KW: 'Asia/Kuwait',
  OM: 'Asia/Muscat',
  YE: 'Asia/Aden',
  XK: 'Europe/Belgrade',
};

/** Names as they are said in the Gulf, where the standard's own is longer or older. */
const shortNames = {
  AE: { ar: 'الإمارات العربية المتحدة', en: 'United Arab Emirates' },
  PS: { ar: 'فلسطين', en: 'Palestine', de: 'Palästina' },
  SY: { ar: 'سوريا', en: 'Syria', de: 'Syrien' },
  US: { ar: 'الولايات المتحدة', en: 'United States', de: 'Vereinigte Staaten' },
  GB: { ar: 'المملكة المتحدة', en: 'United Kingdom', de: 'Vereinigtes Königreich' },
  IR: { en: 'Iran' },
  RU: { en: 'Russia', de: 'Russland' },
  KR: { en: 'South Korea', de: 'Südkorea' },
  KP: { en: 'North Korea', de: 'Nordkorea' },
  TR: { en: 'Türkiye', de: 'Türkei' },
};

function zoneOf(code, capital) {
  const zones = getCountry(code)?.timezones ?? [];
  const own = zones.filter((zone) => getTimezone(zone)?.countries[0] === code);
  const byCapital = zones.find((zone) => zone.endsWith(`/${capital.replaceAll(' ', '_')}`));
  return mainZones[code] ?? byCapital ?? own[0] ?? zones[0];
}

/** Dialling codes that changed after the package's list. */
const mobileCodes = { XK: '+383' };

// islands that the standard does not list are left out
const listed = Object.entries(countries).filter(([code]) => iso.getName(code, 'en'));
const rows = listed.map(([code, { name, phone, capital }]) => {
  const timezone = zoneOf(code, capital);
  const names = Object.fromEntries(
    ['ar', 'en', 'de'].map((locale) => [
      locale,
      shortNames[code]?.[locale] ?? iso.getName(code, locale) ?? name,
    ]),
  );
  const offset = timezone ? getTimezone(timezone)?.utcOffsetStr : undefined;
  return {
    code,
    names,
    timezone: timezone ?? null,
    utc: offset ? `UTC${offset}` : null,
    mobile_code: mobileCodes[code] ?? (phone[0] ? `+${phone[0]}` : null),
  };
});
rows.sort((a, b) => (a.code < b.code ? -1 : 1));
const lines = rows.map((row) => `  ${JSON.stringify(row)}`);
writeFileSync(at('prisma', 'seed', 'countries.json'), `[\n${lines.join(',\n')}\n]\n`);
console.log(`${rows.length} countries`);
