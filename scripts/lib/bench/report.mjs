import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { at } from '../paths.mjs';

const FILE = at('docs', 'benchmarks.md');
const HEAD = `# Benchmarks

\`npm run bench -- catalogue\` writes this file: it starts a PostgreSQL and an API process of its own on loopback, fills
them with \`npm run generate\`'s shop, and asks with ten connections. Machines differ and are noisy, so a figure is best
read beside the floor measured in the same run: a bare Fastify that answers twenty indexed rows from one prepared
statement. Each suite has its own section, written anew by its own run.
`;

/** How many programs wanted a processor in the minute before: figures of a busy machine say little. */
const busy = loadavg()[0] ?? 0;

/** What ran it: enough to compare by, nothing that tells where. */
async function machine(client) {
  const { rows } = await client.query('SHOW server_version');
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${new Date().toISOString().slice(0, 10)} · ${availableParallelism()} cores (${model}), ${gigabytes} GB · Node ${process.versions.node} · PostgreSQL ${rows[0].server_version.split(' ')[0]} · load before ${busy.toFixed(1)}`;
}

const cell = (value) =>
  typeof value === 'number' ? (value >= 100 ? value.toFixed(0) : value.toFixed(1)) : String(value);

/** A table in Markdown, and on the screen. */
export function table(columns, rows) {
  const lines = [
    columns,
    columns.map((_, at) => (at === 0 ? '---' : '---:')),
    ...rows.map((row) => row.map(cell)),
  ];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Puts a suite's section in its place, or at the end where it is new. */
export async function writeSection(client, name, title, text) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const section = `${open}\n\n## ${title}\n\n${await machine(client)}\n\n${text}\n\n${close}`;
  const now = existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD;
  const [from, to] = [now.indexOf(open), now.indexOf(close)];
  const next =
    from < 0
      ? `${now.trimEnd()}\n\n${section}\n`
      : now.slice(0, from) + section + now.slice(to + close.length);
  writeFileSync(FILE, next);
}
