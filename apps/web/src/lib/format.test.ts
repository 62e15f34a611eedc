import { expect, it } from 'vitest';
import { formatDate, formatDateTime, formatMoney, formatNumber, formatRelative } from './format.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u061c]/g, '');

it('takes the decimals of a currency from our own table', () => {
  expect(plain(formatMoney(1234.5, 'QAR', { locale: 'en' }))).toBe('QAR 1,234.50');
  expect(plain(formatMoney(1234.5, 'IQD', { locale: 'en' }))).toBe('IQD 1,234.500');
  expect(plain(formatMoney(1234.5, 'EUR', { locale: 'de' }))).toBe('1.234,50 EUR');
  // below nothing the number alone turns, and the code stays on its side
  expect(plain(formatMoney(-34.65, 'QAR', { locale: 'ar' }))).toBe('\u2066-34.65\u2069 QAR');
});

it('writes Latin digits unless an Arabic reader asks for the others', () => {
  expect(plain(formatNumber(1234, { locale: 'ar' }))).toBe('1,234');
  expect(plain(formatNumber(1234, { locale: 'ar', digits: 'arab' }))).toBe('١٬٢٣٤');
  expect(plain(formatNumber(1234, { locale: 'en', digits: 'arab' }))).toBe('1,234');
});

it('shows a local day as it stands, in every zone', () => {
  expect(formatDate('2026-03-01', { locale: 'en', timeZone: 'America/Los_Angeles' })).toBe('1 Mar 2026');
  expect(formatDate('2026-02-28T23:30:00.000Z', { locale: 'en', timeZone: 'Asia/Qatar' })).toBe('1 Mar 2026');
  expect(formatDateTime(null, { locale: 'en' })).toBe('');
  expect(formatDate('nonsense', { locale: 'en' })).toBe('');
});

it('says how long ago in whole units', () => {
  const now = new Date('2026-01-10T12:00:00Z');
  const ago = (text: string) => formatRelative(text, { locale: 'en' }, now);
  expect(ago('2026-01-10T11:59:40Z')).toBe('now');
  expect(ago('2026-01-10T09:10:00Z')).toBe('2 hours ago');
  expect(ago('2026-01-09T11:00:00Z')).toBe('yesterday');
});
