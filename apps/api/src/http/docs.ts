import type { FastifyInstance } from 'fastify';

type Schema = {
  properties?: Record<string, unknown>;
  items?: unknown;
  type?: unknown;
  enum?: unknown[];
  $ref?: string;
};
type Operation = {
  tags: string[];
  summary: string;
  description: string;
  requestBody: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content: Record<string, { schema: Schema }> }>;
};
type Document = { info: { title: string; version: string; description: string }; paths: object };

const escapeHtml = (text: unknown): string =>
  String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const renderCode = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\n\n/g, '<br>');

const renderJson = (value: unknown): string => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

function renderOperation(path: string, operation: Operation): string {
  const body = operation.requestBody.content['application/json']?.schema;
  const answers = Object.entries(operation.responses)
    .map(([status, { description, content }]) => {
      const schema = status === '200' ? renderJson(Object.values(content)[0]?.schema) : '';
      return `<tr><th scope="row">${escapeHtml(status)}</th><td>${renderCode(description)}${schema}</td></tr>`;
    })
    .join('');
  const id = escapeHtml(path);
  return `<details id="${id}"><summary><b>POST</b> <code>${id}</code> <span>${escapeHtml(operation.summary)}</span></summary>
<p>${renderCode(operation.description)}</p><h4>Body</h4>${renderJson(body)}<h4>Answers</h4><table>${answers}</table></details>`;
}

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{max-width:62rem;margin:2rem auto;padding:0 1rem}
code,pre{font:13px/1.5 ui-monospace,monospace}pre{overflow:auto;max-height:28rem;padding:.75rem;border:1px solid #8884;border-radius:6px}
details{border:1px solid #8884;border-radius:8px;margin:.5rem 0;padding:.5rem .75rem}summary{cursor:pointer}summary b{color:#2876e2}
summary span{opacity:.75}table{border-collapse:collapse;width:100%}th,td{text-align:start;vertical-align:top;padding:.35rem .5rem;border-top:1px solid #8884}
h2{margin-top:2rem;text-transform:capitalize}`;

/**
 * Renders the readable page of the OpenAPI document, without scripts or external resources, so that it works offline.
 */
export function renderDocsPage(document: Document): string {
  const groups = new Map<string, string[]>();
  for (const [path, { post }] of Object.entries(document.paths as Record<string, { post: Operation }>)) {
    const tag = post.tags[0] ?? '';
    groups.set(tag, [...(groups.get(tag) ?? []), renderOperation(path, post)]);
  }
  const { title, version, description } = document.info;
  const parts = [...groups]
    .map(([tag, sections]) => `<h2>${escapeHtml(tag)}</h2>${sections.join('')}`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} API</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)} API <small>${escapeHtml(version)}</small></h1>
<p>${renderCode(description)}</p><p><a href="/openapi.json">openapi.json</a></p>${parts}</body></html>`;
}

/** Serves GET /openapi.json and /docs; both are created on first use. */
export function serveDocs(app: FastifyInstance, document: () => Document): void {
  let text: string | null = null;
  let page: string | null = null;
  app.get('/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(document());
    return reply.type('application/json; charset=utf-8').send(text);
  });
  app.get('/docs', (_request, reply) => {
    page ??= renderDocsPage(document());
    return reply.type('text/html; charset=utf-8').send(page);
  });
}
