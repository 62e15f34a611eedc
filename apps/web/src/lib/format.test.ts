import { getCurrencySign } from '@dukkan/commerce';
import { expect, it } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatMoney,
  formatNumber,
  formatOtherZone,
  formatRelative,
} from './format.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u061c]/g, '');

it('the decimals of a currency come from our own table', () => {
  expect(plain(formatMoney(1234.5, 'QAR', { locale: 'en' }))).toBe('QAR 1,234.50');
  expect(plain(formatMoney(1234.5, 'IQD', { locale: 'en' }))).toBe('IQD 1,234.500');
  expect(plain(formatMoney(1234.5, 'EUR', { locale: 'de' }))).toBe('1.234,50 EUR');
  // a negative number is isolated alone, and the currency stays on its side
  expect(plain(formatMoney(-34.65, 'QAR', { locale: 'ar' }))).toBe('\u2066−34.65\u2069 ر.ق.');
});

it('an amount on an Arabic screen has the Arabic sign of an Arab currency and the code of any other', () => {
  expect(plain(getCurrencySign('QAR', 'ar'))).toBe('ر.ق.');
  expect(getCurrencySign('QAR', 'de')).toBe('QAR');
  expect(getCurrencySign('EUR', 'ar')).toBe('EUR');
  expect(plain(formatMoney(1234.5, 'QAR', { locale: 'ar' }))).toBe('1,234.50 ر.ق.');
  expect(plain(formatMoney(1.25, 'KWD', { locale: 'ar', digits: 'arab' }))).toBe('١٫٢٥٠ د.ك.');
  expect(plain(formatMoney(300, 'JPY', { locale: 'ar' }))).toBe('300 JPY');
  expect(plain(formatMoney(3.5, 'USD', { locale: 'ar' }))).toBe('3.50 USD');
  expect(plain(formatMoney(1234.5, 'QAR', { locale: 'de' }))).toBe('1.234,50 QAR');
});

it('numbers have Latin digits unless an Arabic reader chose the others', () => {
  expect(plain(formatNumber(1234, { locale: 'ar' }))).toBe('1,234');
  expect(plain(formatNumber(1234, { locale: 'ar', digits: 'arab' }))).toBe('١٬٢٣٤');
  expect(plain(formatNumber(1234, { locale: 'en', digits: 'arab' }))).toBe('1,234');
});

it('a local day is shown unchanged in every zone', () => {
  expect(formatDate('2026-03-01', { locale: 'en', timeZone: 'America/Los_Angeles' })).toBe('1 Mar 2026');
  expect(formatDate('2026-02-28T23:30:00.000Z', { locale: 'en', timeZone: 'Asia/Qatar' })).toBe('1 Mar 2026');
  expect(formatDateTime(null, { locale: 'en' })).toBe('');
  expect(formatDate('nonsense', { locale: 'en' })).toBe('');
});

const doha = (locale: 'en' | 'ar' | 'de' = 'en') => ({ locale, timeZone: 'Asia/Qatar' });

it('relative time on the same day uses the clock, and below a minute says now', () => {
  const now = new Date('2026-01-10T12:00:00Z');
  const ago = (text: string) => formatRelative(text, doha(), now);
  expect(ago('2026-01-10T11:59:40Z')).toBe('now');
  expect(ago('2026-01-10T11:58:10Z')).toBe('1 minute ago');
  expect(ago('2026-01-10T09:10:00Z')).toBe('2 hours ago');
  expect(ago('2026-01-10T14:30:00Z')).toBe('in 2 hours');
  // shortly after midnight, an hour ago is still 'an hour ago'
  expect(formatRelative('2026-01-09T20:30:00Z', doha(), new Date('2026-01-09T21:40:00Z'))).toBe('1 hour ago');
});

it('relative time counts calendar days of the reader, not blocks of 24 hours', () => {
  // from the evening of the 20th to the morning of the 22nd in Doha: 34 hours
  const now = new Date('2026-11-22T06:00:00Z');
  expect(formatRelative('2026-11-20T20:00:00Z', doha(), now)).toBe('2 days ago');
  expect(plain(formatRelative('2026-11-20T20:00:00Z', doha('ar'), now))).toBe('أول أمس');
  expect(formatRelative('2026-11-20T20:00:00Z', doha('de'), now)).toBe('vorgestern');
  expect(formatRelative('2026-11-21T20:59:00Z', doha(), now)).toBe('yesterday');
  // the same instant is another day in another time zone
  const auckland = { locale: 'en', timeZone: 'Pacific/Auckland' } as const;
  expect(formatRelative('2026-11-21T10:59:00Z', auckland, now)).toBe('yesterday');
  expect(formatRelative('2026-11-23T06:00:00Z', doha(), now)).toBe('tomorrow');
});

it('relative time counts whole weeks, months and years, and says last week only for the last week', () => {
  const now = new Date('2026-11-22T06:00:00Z');
  const ago = (day: string) => formatRelative(`${day}T06:00:00Z`, doha(), now);
  expect(ago('2026-11-13')).toBe('1 week ago');
  expect(ago('2026-10-23')).toBe('4 weeks ago');
  expect(ago('2026-10-22')).toBe('1 month ago');
  expect(ago('2025-12-31')).toBe('10 months ago');
  expect(ago('2025-11-22')).toBe('1 year ago');
  expect(ago('2027-01-25')).toBe('in 2 months');
});

it('a timestamp has one format for any day, with the date written like a date alone', () => {
  for (const at of [new Date().toISOString(), '2026-11-21T01:30:00Z', '2019-03-02T01:30:00Z']) {
    for (const locale of ['en', 'ar', 'de'] as const) {
      const text = plain(formatDateTime(at, doha(locale)));
      expect(text).toContain(plain(formatDate(at, doha(locale))));
      expect(text).toMatch(/\d{4}[,،] \d{1,2}:\d\d( [صم])?$/);
    }
  }
  expect(plain(formatDateTime('2026-11-21T22:05:00Z', doha()))).toBe('22 Nov 2026, 01:05');
  expect(plain(formatDateTime('2026-11-21T01:30:00Z', doha('de')))).toBe('21.11.2026, 04:30');
  expect(plain(formatDateTime('2026-11-21T05:09:00Z', doha('ar')))).toBe('21 نوفمبر 2026، 8:09 ص');
  expect(formatDateTime(null, doha())).toBe('');
});

it('the zone of a time is named only when the device has another', () => {
  // tests run in UTC
  const at = '2026-07-01T12:00:00.000Z';
  expect(formatOtherZone(at, { locale: 'en', timeZone: 'Asia/Qatar' })).toBe('GMT+3');
  expect(formatOtherZone(at, { locale: 'de', timeZone: 'Asia/Kolkata' })).toBe('GMT+5:30');
  expect(plain(formatOtherZone(at, { locale: 'ar', timeZone: 'Asia/Qatar' }))).toMatch(/3/);
  expect(formatOtherZone(at, { locale: 'en', timeZone: 'Africa/Abidjan' })).toBe('');
  expect(formatOtherZone(at, { locale: 'en' })).toBe('');
  // London differs from UTC only in summer
  expect(formatOtherZone(at, { locale: 'en', timeZone: 'Europe/London' })).not.toBe('');
  expect(formatOtherZone('2026-12-01T12:00:00.000Z', { locale: 'en', timeZone: 'Europe/London' })).toBe('');
});
