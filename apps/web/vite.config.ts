import type { Endpoint } from '@dukkan/contract';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin, ProxyOptions } from 'vite';
import { defineConfig } from 'vitest/config';

const api = process.env.VITE_API ?? 'http://127.0.0.1:3000';

/** The paths that the API answers on GET; every other GET is the web app (decisions 0.1). */
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

/**
 * `virtual:endpoints` is the contract's table without its schemas: all that calls, the route guard and buttons
 * need. Zod and the schemas then load with the first form and not before the sign-in page.
 */
const endpointFacts = (): Plugin => {
  const name = 'virtual:endpoints';
  let whole = true;
  return {
    name: 'endpoint-facts',
    configResolved({ command }) {
      whole = command === 'serve';
    },
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return;
      if (whole) return "export { api } from '@dukkan/contract';";
      const { api } = await import('@dukkan/contract');
      // what AnyEndpoint of src/lib/endpoint.ts reads, and nothing else
      const facts = ({ path, kind, audience, permission, pick, touches }: Endpoint) => ({
        path,
        kind,
        audience,
        permission,
        pick,
        touches,
      });
      const table = Object.entries(api).map(([noun, endpoints]) => [
        noun,
        Object.fromEntries(Object.entries(endpoints).map(([verb, one]) => [verb, facts(one as Endpoint)])),
      ]);
      return `export const api = ${JSON.stringify(Object.fromEntries(table))};`;
    },
  };
};

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts, endpointFacts()],
  server: { proxy: { '^/.*': toApi } },
  preview: { proxy: { '^/.*': toApi } },
  build: {
    target: 'es2023',
    // light-dark() is kept as it is; older engines than these are not supported
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // fonts as data: addresses would be refused by the content security policy
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            {
              name: 'data',
              test: /node_modules[\\/](react-router|react-router-dom|@tanstack[\\/]query-core)[\\/]/,
              priority: 2,
            },
            { name: 'i18n', test: /node_modules[\\/](i18next|react-i18next)[\\/]/, priority: 2 },
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
  },
});
