export type Device = {
  readonly browser: string | null;
  readonly system: string | null;
  readonly shape: 'desktop' | 'phone' | 'tablet';
};

/** The order matters, because most browsers also name the browsers they descend from. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const findFirstMatch = (table: readonly [RegExp, string][], text: string): string | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Returns the browser and device names in a user agent; null for unknown parts. */
export function parseUserAgent(userAgent: string): Device {
  const tablet = /\biPad\b|\bTablet\b/.test(userAgent) || /\bAndroid\b(?!.*\bMobile\b)/.test(userAgent);
  const phone = /\biPhone\b|\bMobile\b/.test(userAgent);
  return {
    browser: findFirstMatch(BROWSERS, userAgent),
    system: findFirstMatch(SYSTEMS, userAgent),
    shape: tablet ? 'tablet' : phone ? 'phone' : 'desktop',
  };
}

/** Classifies an IP address: `here` is the server's own machine, `near` the local network, `far` anywhere else. */
export function classifyIpAddress(ip: string): 'here' | 'near' | 'far' {
  const address = ip.replace(/^::ffff:/i, '');
  if (/^127\./.test(address) || address === '::1') return 'here';
  const isPrivate =
    /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(address) ||
    /^(?:f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/i.test(address);
  return isPrivate ? 'near' : 'far';
}
