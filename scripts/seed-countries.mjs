import { writeFileSync } from 'node:fs';
import { getCountry, getTimezone } from 'countries-and-timezones';
import { countries } from 'countries-list';
import iso from 'i18n-iso-countries';
import { readArguments } from './lib/arguments.mjs';
import { repoPath } from './lib/paths.mjs';

readArguments('node scripts/seed-countries.mjs');

// writes prisma/seed/countries.json from open-source packages, so that the product itself does not need them

/** The most populated time zone of countries with several zones, none of which is named after the capital. */
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
  // the time zone database lists these only under a neighbour's name
  BH: 'Asia/Bahrain',
  KW: 'Asia/Kuwait',
  OM: 'Asia/Muscat',
  YE: 'Asia/Aden',
  XK: 'Europe/Belgrade',
  MM: 'Asia/Yangon',
};

/** Names as used in the Gulf, where those of the standard are longer or older. */
const shortNames = {
  AE: { ar: 'الإمارات العربية المتحدة' },
  KR: { de: 'Südkorea' },
  KP: { de: 'Nordkorea' },
  PS: { ar: 'فلسطين', de: 'Palästina' },
  RU: { de: 'Russland' },
  SY: { ar: 'سوريا', de: 'Syrien' },
  GB: { ar: 'المملكة المتحدة', de: 'Vereinigtes Königreich' },
  US: { ar: 'الولايات المتحدة', de: 'Vereinigte Staaten' },
};

/** Returns the time zone named after the capital, else one of the country only, else one shared with neighbours. */
function zoneOf(code, capital) {
  const zones = getCountry(code, { deprecated: true })?.timezones ?? [];
  const facts = zones.map((zone) => getTimezone(zone)).filter((zone) => zone?.name.includes('/'));
  const byCapital = zones.find((zone) => zone.endsWith(`/${capital.replaceAll(' ', '_')}`));
  const own = facts.filter(({ countries: of }) => of.length === 1);
  const best = own.find(({ aliasOf }) => !aliasOf) ?? own[0] ?? facts[0];
  return mainZones[code] ?? byCapital ?? best?.name;
}

/** Dialling codes that changed after the package's list. */
const mobileCodes = { XK: '+383' };

// islands without an entry in the standard are left out
const listed = Object.entries(countries).filter(([code]) => iso.getName(code, 'en'));
const rows = listed.map(([code, { name, phone, capital }]) => {
  const timezone = zoneOf(code, capital);
  const said = (locale) => shortNames[code]?.[locale] ?? iso.getName(code, locale) ?? name;
  const names = { ar: said('ar'), en: name, de: said('de') };
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
writeFileSync(repoPath('prisma', 'seed', 'countries.json'), `${JSON.stringify(rows, null, 2)}\n`);
console.log(`${rows.length} countries`);
