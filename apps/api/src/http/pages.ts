import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail } from '@dukkan/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Services } from '../core/ctx.ts';
import { FILE_NAME } from '../core/file/files.ts';
import { isFromThisMachine } from './from-this-machine.ts';

const TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  png: 'image/png',
};

/** Serves GET /files/{name}: stored pictures under their random names, and no other files of the store. */
export function servePictureFiles(app: FastifyInstance, services: Services): void {
  app.get('/files/:name', { compress: false, logLevel: 'warn' }, async (request, reply) => {
    const { name } = request.params as { name: string };
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    const file = type && FILE_NAME.test(name) ? await services.files.get(name) : null;
    if (!file) return reply.code(404).type('text/plain').send('');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-length', file.bytes)
      .type(type ?? 'application/octet-stream')
      .send(file.stream);
  });
}

/** The folder of built files whose names contain a content hash. */
const ASSETS = 'assets';

const keptFor = (value: string) => (reply: FastifyReply) => void reply.header('cache-control', value);

/** Paths that only allow GET. */
const ONLY_READ = /^\/(?:livez|readyz|metrics|openapi\.json|docs|files)(?:[/?]|$)/;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

const buildMeta = (name: string, content: string): string =>
  `<meta name="${name}" content="${content.replace(/[&"<>]/g, (sign) => ESCAPES[sign] ?? sign)}" />`;

/**
 * Serves the web app for every other GET; assets are cached forever. The page contains the shop's theme, so that its
 * first paint has the shop's colors: docs/rules/theme.md#before-the-first-paint
 */
export async function servePages(
  app: FastifyInstance,
  services: Services,
  { isDemo, readTheme }: { isDemo: boolean; readTheme: () => Promise<object> },
): Promise<void> {
  const root = services.env.WEB_ROOT ? resolve(services.env.WEB_ROOT) : null;
  const page =
    root && existsSync(join(root, 'index.html')) ? readFileSync(join(root, 'index.html'), 'utf8') : null;
  // the build is the same for every installation, so the page contains the facts about this one
  const index = page?.replace('</head>', `${buildMeta('api-base', services.env.API_BASE)}</head>`);
  // if the theme cannot be read, the page is served in the product's own colors
  const readThemeMeta = () =>
    readTheme().then(
      (theme) => buildMeta('shop-theme', JSON.stringify(theme)),
      () => '',
    );
  if (root && index) {
    // one route for all files, because one route each would take a seventh of the start-up time
    await app.register(fastifyStatic, {
      root: join(root, ASSETS),
      prefix: `/${ASSETS}/`,
      index: false,
      setHeaders: keptFor('public, max-age=31536000, immutable'),
    });
    await app.register(fastifyStatic, {
      root,
      index: false,
      wildcard: false,
      globIgnore: ['index.html', `${ASSETS}/**`],
      decorateReply: false,
      setHeaders: keptFor('no-cache'),
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'POST')
      fail(ONLY_READ.test(request.url) ? 'request.method_not_allowed' : 'route.missing');
    if (request.method !== 'GET' && request.method !== 'HEAD') fail('request.method_not_allowed');
    // a missing chunk of an older build must not be answered with the page
    if (!index || /\.(js|css|map|woff2?|png|svg|webp|json)$/.test(request.url.split('?', 1)[0] ?? ''))
      return reply.code(404).type('text/plain').send('');
    const demo = isDemo && isFromThisMachine(request) ? buildMeta('demo', '1') : '';
    // before the first-paint script, which reads it
    const themed = index.replace('<head>', `<head>${await readThemeMeta()}${demo}`);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(themed);
  });
}
