// @vitest-environment node
import { expect, it } from 'vitest';
import { classifyIpAddress, parseUserAgent } from './device.ts';
import { getRandomInt } from './random.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Chrome', 'Windows', 'desktop'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0`,
    'Edge',
    'Windows',
    'desktop',
  ],
  [`Mozilla/5.0 (Linux; Android 15; SM-S928B) ${CHROME} Mobile Safari/537.36`, 'Chrome', 'Android', 'phone'],
  [`Mozilla/5.0 (Linux; Android 14; SM-X710) ${CHROME} Safari/537.36`, 'Chrome', 'Android', 'tablet'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari',
    'macOS',
    'desktop',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux', 'desktop'],
  ['okhttp/4.12.0', null, null, 'desktop'],
  ['', null, null, 'desktop'],
])('the user agent "%s" is recognised', (said, browser, system, shape) => {
  expect(parseUserAgent(said)).toEqual({ browser, system, shape });
});

it.each([
  ['127.0.0.1', 'here'],
  ['::1', 'here'],
  ['::ffff:127.0.0.1', 'here'],
  ['192.168.1.20', 'near'],
  ['10.4.0.1', 'near'],
  ['172.16.0.9', 'near'],
  ['172.32.0.9', 'far'],
  ['fd12:3456::1', 'near'],
  ['fe80::1', 'near'],
  ['2a02:cb40::1', 'far'],
  ['37.186.40.2', 'far'],
])('the address %s is classified by its distance', (ip, place) => {
  expect(classifyIpAddress(ip)).toBe(place);
});

it('random numbers cover every value below the limit and none above', () => {
  const drawn = new Set(Array.from({ length: 2_000 }, () => getRandomInt(9)));
  expect([...drawn].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});
