import { createHash } from 'node:crypto';
import type { Endpoint } from '@dukkan/contract';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin, ProxyOptions } from 'vite';
import { defineConfig } from 'vitest/config';
import * as z from 'zod';
import { drawRouteIcons } from './gather-icons.ts';
import { readTexts } from './gather-texts.ts';

const api = process.env.VITE_API ?? 'http://127.0.0.1:3000';

/** The paths that the API answers on GET; every other GET is the web app (docs/rules/wire.md#calls). */
const apiGets = /^\/(files\/|openapi\.json$|docs(\/|$)|livez$|readyz$)/;

const toApi: ProxyOptions = {
  target: api,
  bypass(request) {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const isApi = request.method === 'POST' || apiGets.test(path);
    return isApi ? undefined : request.url;
  },
};

/**
 * Asks for the two fonts of the first paint in the head of the page, so that text does not shift when
 * they arrive. Their names are hashed, therefore only the bundle knows them.
 */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const fonts = Object.keys(bundle ?? {}).filter((file) => /plex-sans-latin-[45]00.*\.woff2$/.test(file));
      return fonts.map((file) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
        injectTo: 'head' as const,
      }));
    },
  },
};

/** The router's package names its build with warnings for developers in every case; this takes the one beside it. */
const routerWithoutWarnings: Plugin = {
  name: 'router-without-warnings',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (source !== 'react-router' && source !== 'react-router/dom') return;
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    return resolved?.id.replace('/dist/development/', '/dist/production/');
  },
};

const isList = ({ kind }: Endpoint) => kind === 'list';

const WRITERS = `
const p = (resource, action) => ({ resource, action });
const e = (kind, audience, permission, path, invalidates, more) => ({ kind, audience, permission, path, invalidates, ...more });
`;

const writeRight = (right: Endpoint['permission']): string =>
  right ? `p(${JSON.stringify(right.resource)},${JSON.stringify(right.action)})` : 'null';

/**
 * Writes what AnyEndpoint of src/lib/server/endpoint.ts reads, and nothing else, as a call, because the names of its
 * fields, written out four hundred times, would be most of the table.
 */
function writeEndpoint(endpoint: Endpoint): string {
  const { path, kind, audience, permission, pick, invalidates, exports, exportPermission } = endpoint;
  const more = JSON.stringify(isList(endpoint) ? { pick, exports, exportPermission } : { pick });
  const [kindText, audienceText, pathText] = [kind, audience, path].map((text) => JSON.stringify(text));
  const ends = [JSON.stringify(invalidates), ...(more === '{}' ? [] : [more])];
  return `e(${[kindText, audienceText, writeRight(permission), pathText, ...ends].join()})`;
}

/** What a list takes, field by field (src/lib/list/filter-rules.ts). */
function listRules({ input }: Endpoint) {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return properties;
}

/** Endpoints that only a till and its settings call; else every page would carry them in its first file. */
const TILL_GROUPS = ['tillPack', 'tillSync', 'heldCart', 'tillPairing', 'tillLetter', 'tillException'];

const VIRTUAL = /^virtual:(endpoints|lists|facts)(?:\/(\w+))?$/;
const CONSTANT = /^[A-Z][A-Z_]*$/;

/**
 * The contract without its schemas, which are most of its weight: `virtual:endpoints` is its table of endpoints (all that
 * calls, the route guard and buttons need), `virtual:lists` what each list takes, `virtual:facts` its constants, each a
 * module of its own, so that a page loads only those it names. Zod and
 * the schemas load with the first form. They are read once: after a change of the contract the server of `pnpm dev` has
 * to be started again.
 */
const contractFacts: Plugin = {
  name: 'contract-facts',
  resolveId: (id) => (VIRTUAL.test(id) ? { id: `\0${id}`, moduleSideEffects: false } : undefined),
  async load(id) {
    const [, name, constant] = VIRTUAL.exec(id.slice(1)) ?? [];
    if (!name) return;
    const { api, ...rest } = await import('@dukkan/contract');
    const constants: Readonly<Record<string, unknown>> = rest;
    if (constant && name === 'facts')
      return `export const ${constant} = ${JSON.stringify(constants[constant])};`;
    if (name === 'facts') {
      const keys = Object.keys(constants).filter((key) => CONSTANT.test(key));
      return keys.map((key) => `export { ${key} } from 'virtual:facts/${key}';`).join('\n');
    }
    const isTill = constant === 'till';
    const groups = Object.entries(api).filter(([group]) => TILL_GROUPS.includes(group) === isTill);
    const nouns = groups.map(([noun, group]): [string, [string, Endpoint][]] => [
      noun,
      Object.entries(group),
    ]);
    if (name === 'lists') {
      const lists = nouns.flatMap(([, group]) => group.map(([, one]) => one)).filter(isList);
      return `export const lists = ${JSON.stringify(Object.fromEntries(lists.map((one) => [one.path, listRules(one)])))};`;
    }
    const table = nouns.map(([noun, group]) => {
      const verbs = group.map(([verb, endpoint]) => `${JSON.stringify(verb)}:${writeEndpoint(endpoint)}`);
      return `${JSON.stringify(noun)}:{${verbs.join()}}`;
    });
    return `${WRITERS}export const ${isTill ? 'tillApi' : 'api'} = {${table.join()}};`;
  },
};

/** Draws the icons of all routes into one picture; `virtual:route-icons` is its address. */
const routeIcons = (): Plugin => {
  const devAddress = '/route-icons.svg';
  let isBuild = false;
  return {
    name: 'route-icons',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    configureServer({ middlewares }) {
      middlewares.use(devAddress, (_request, response) => {
        response.setHeader('content-type', 'image/svg+xml');
        response.end(drawRouteIcons());
      });
    },
    resolveId: (id) =>
      id === 'virtual:route-icons' ? { id: `\0${id}`, moduleSideEffects: false } : undefined,
    load(id) {
      if (id !== '\0virtual:route-icons') return;
      if (!isBuild) return `export default ${JSON.stringify(devAddress)};`;
      const file = this.emitFile({ type: 'asset', name: 'route-icons.svg', source: drawRouteIcons() });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
};

/** Loads each text file with what other files say of it under `elsewhere` (gather-texts.ts). */
const gatheredTexts = (): Plugin => {
  const texts = new Map<string, ReturnType<typeof readTexts>>();
  return {
    name: 'gathered-texts',
    configureServer({ watcher }) {
      watcher.on('change', () => texts.clear());
    },
    load(id) {
      const [, language, name] = /\/src\/locales\/(\w+)\/([\w-]+)\.json$/.exec(id) ?? [];
      if (!language || !name) return;
      const files = texts.get(language) ?? readTexts(language);
      texts.set(language, files);
      return JSON.stringify(files[name]);
    },
  };
};

const LANGUAGES = ['ar', 'de', 'en'];
/** One hash for all texts: the entry names each text file, and a hash of its own in each name is not compressed. */
const textsHash = createHash('sha256')
  .update(JSON.stringify(LANGUAGES.map((language) => [...Object.entries(readTexts(language))])))
  .digest('base64url')
  .slice(0, 8);

/** The name of a built file; a text file lies in the folder of its texts. */
function chunkFileName({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const [, language, name] = /\/src\/locales\/(\w+)\/([\w-]+)\.json$/.exec(facadeModuleId ?? '') ?? [];
  return language ? `assets/texts-${textsHash}/${language}/${name}.js` : 'assets/[name]-[hash].js';
}

const ENTRY_FILES = /\/(rolldown-runtime|react|data|first|index)-[\w-]+\.js$/;

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    preloadFonts,
    routerWithoutWarnings,
    contractFacts,
    routeIcons(),
    gatheredTexts(),
  ],
  // a text file has one export: with named ones each becomes two files, which the entry lists by their hashed names
  json: { namedExports: false, stringify: true },
  server: { proxy: { '^/.*': toApi } },
  preview: { proxy: { '^/.*': toApi } },
  build: {
    target: 'es2023',
    // light-dark() is kept as it is; older engines than these are not supported
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // fonts as data: addresses would be refused by the content security policy
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // the entry has these by then, so that no screen has to name them
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter((file) => !ENTRY_FILES.test(file)),
    },
    sourcemap: false,
    // which file is which screen, for `npm run bench -- web`
    manifest: true,
    rolldownOptions: {
      output: {
        chunkFileNames: chunkFileName,
        // these come while the page is at rest: compiled then too, beside it, and not function by function when drawn
        postBanner: ({ name }) => (/^(lists|shared)$/.test(name) ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            {
              name: 'data',
              // the last one is small, and every page uses it, also those before the sign-in
              test: /node_modules[\\/](react-router|react-router-dom|@tanstack[\\/]query-core)[\\/]|[\\/]src[\\/]lib[\\/]bidi\.ts/,
              priority: 2,
            },
            // else each icon that a screen shares with the first page is a file: eighty of them, and 18 kB more
            { name: 'first', tags: ['$initial'], test: /node_modules|[\\/]src[\\/](?!main)/, priority: 1 },
            {
              name: 'home',
              test: /[\\/]src[\\/]app[\\/]home[\\/](?!till-card|driver-way|role-pages)/,
              priority: 0.9,
            },
            { name: 'sign-in', test: /[\\/]src[\\/]app[\\/]sign-in[\\/](?!demo-)/, priority: 0.8 },
            // toasts stand on these too, and are there before any list
            {
              name: 'layers',
              test: /@radix-ui[\\/]react-(dismissable-layer|portal|visually-hidden|use-escape-keydown)[\\/]/,
              priority: 0.75,
            },
            // with small parts that only pages with lists and the till use: each as a file of its own is a name in the entry
            {
              name: 'lists',
              test: /[\\/]src[\\/](kit[\\/]list[\\/]|lib[\\/](scan-anywhere|scan)\.ts|(money|till)[\\/](denominations|letters|canonical-json|till-number)\.ts)/,
              priority: 0.7,
            },
            // pictures and small parts that many screens have in common, else a list begins with a dozen files
            { name: 'shared', test: /lucide-react/, minShareCount: 2, priority: 0.65 },
            { name: 'shared', minShareCount: 12, priority: 0.6 },
          ],
        },
      },
    },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./src/ui/test-setup.ts'],
    css: false,
    isolate: false,
    // whole screens are drawn, several at once
    testTimeout: 20_000,
    // after the API's, which has fewer at once
    maxWorkers: 3,
    sequence: { groupOrder: 1 },
  },
});
