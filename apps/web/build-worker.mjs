import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateSW } from 'workbox-build';

// builds the worker that starts the till without a network: it keeps the files of that page alone, and answers for
// that page alone (docs/rules/till-page.md#installed)

const dist = fileURLToPath(new URL('dist/', import.meta.url));
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'));

const PAGE = 'src/screens/till/page.tsx';
/** Loaded on demand by the till, or by what surrounds every page. */
const ON_DEMAND = /^src\/(screens\/till\/|app\/toasts\.tsx$)/;
const TEXTS = ['common', 'shell', 'till', 'kit', 'prints', 'failures', 'order', 'approval', 'error-page'];
const TEXT = /(?:src\/locales|contract\/src\/texts)\/\w+\/([\w-]+)\.json$/;

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const keys = new Set([
  entry,
  PAGE,
  ...Object.keys(manifest).filter((key) => TEXTS.includes(TEXT.exec(key)?.[1])),
]);
for (const key of keys) {
  const { imports = [], dynamicImports = [] } = manifest[key];
  for (const next of [...imports, ...dynamicImports.filter((one) => ON_DEMAND.test(one))]) keys.add(next);
}
const files = [...keys].flatMap((key) => {
  const { file, css = [], assets = [] } = manifest[key];
  return [file, ...css, ...assets];
});

const shell = createHash('sha256')
  .update(readFileSync(`${dist}index.html`))
  .digest('hex')
  .slice(0, 16);
const { count, size, warnings } = await generateSW({
  swDest: `${dist}pos-worker.js`,
  globDirectory: dist,
  globPatterns: [
    ...new Set(files),
    'assets/*.woff2',
    'boot.js',
    'boot.css',
    'favicon.svg',
    'pos.webmanifest',
    'pos-icon-*.png',
  ],
  // their names contain a hash
  dontCacheBustURLsMatching: /^assets\//,
  // the page as the server writes it, with what it says of this installation
  additionalManifestEntries: [{ url: '/pos', revision: shell }],
  navigateFallback: '/pos',
  navigateFallbackAllowlist: [/^\/pos(?:[/?]|$)/],
  runtimeCaching: [
    {
      urlPattern: /\/files\/[\w.-]+$/,
      handler: 'CacheFirst',
      options: { cacheName: 'till-pictures', expiration: { maxEntries: 1_000, purgeOnQuotaError: true } },
    },
  ],
  // a new version is taken between sales, when the page says so
  skipWaiting: false,
  clientsClaim: true,
  cleanupOutdatedCaches: true,
  inlineWorkboxRuntime: true,
  sourcemap: false,
  mode: 'production',
});
if (warnings.length > 0) throw new Error(warnings.join('\n'));
process.stdout.write(`pos-worker.js keeps ${count} files, ${Math.round(size / 1_000)} kB\n`);
