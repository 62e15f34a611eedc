import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { repoPath } from '../paths.mjs';

const FILE = repoPath('docs', 'benchmarks.md');
const HEAD = `# Benchmarks

\`npm run bench -- catalogue\` writes this file: it starts a PostgreSQL and an API process of its own on loopback, fills
them with \`npm run generate\`'s shop, and asks with ten connections. Machines differ and are noisy, so a figure is best
read beside the floor measured in the same run: a bare Fastify that answers twenty indexed rows from one prepared
statement. Each suite has its own section, written anew by its own run.
`;

/** How many programs wanted a processor in the minute before: figures of a busy machine say little. */
const busy = loadavg()[0] ?? 0;

/** The version of a PostgreSQL, and whether it answers a write before it is on the disk. */
async function versionOf(client) {
  const { rows } = await client.query(
    "SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync",
  );
  const [{ version, fsync }] = rows;
  return `${version.split(' ')[0]}, fsync ${fsync}`;
}

/** What ran it: enough to compare by, nothing that tells where. */
function machine(version) {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${new Date().toISOString().slice(0, 10)} · ${availableParallelism()} cores (${model}), ${gigabytes} GB · Node ${process.versions.node} · PostgreSQL ${version} · load before ${busy.toFixed(1)}`;
}

const cell = (value) =>
  typeof value === 'number' ? (value >= 100 ? value.toFixed(0) : value.toFixed(1)) : String(value);

/** The p95 of every row that was told, and whose database it was. */
const told = { figures: [], version: '' };

/** A table in Markdown, and on the screen. */
export function table(columns, rows) {
  const p95 = columns.indexOf('p95 ms');
  for (const row of rows)
    if (typeof row[p95] === 'number' && !told.figures.some(({ of }) => of === row))
      told.figures.push({ of: row, name: String(row[0]), p95: row[p95] });
  const lines = [
    columns,
    columns.map((_, at) => (at === 0 ? '---' : '---:')),
    ...rows.map((row) => row.map(cell)),
  ];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

let isKept = true;

/** From now on what is measured is written to no section, but to a file as JSON in the end. */
export function tellFigures(file) {
  isKept = false;
  return () => {
    const figures = told.figures.map(({ name, p95 }) => ({ name, p95 }));
    writeFileSync(file, JSON.stringify({ ...told, figures }));
  };
}

/** Puts a suite's section in its place, or at the end where it is new. */
export async function writeSection(client, name, title, text) {
  const version = await versionOf(client);
  told.version = version;
  if (isKept) writeSectionOf(version, name, title, text);
}

/** The same where the version of PostgreSQL is known. */
export function writeSectionOf(version, name, title, text) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const section = `${open}\n\n## ${title}\n\n${machine(version)}\n\n${text}\n\n${close}`;
  const now = existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD;
  const [from, to] = [now.indexOf(open), now.indexOf(close)];
  const next =
    from < 0
      ? `${now.trimEnd()}\n\n${section}\n`
      : now.slice(0, from) + section + now.slice(to + close.length);
  writeFileSync(FILE, next);
}
