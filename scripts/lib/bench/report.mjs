import { spawnSync } from 'node:child_process';
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

/** The load average of the last minute, because figures of a busy machine are unreliable. */
const busy = loadavg()[0] ?? 0;

/** Returns PostgreSQL's version, and whether writes wait for the disk. */
async function versionOf(client) {
  const { rows } = await client.query(
    "SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync",
  );
  const [{ version, fsync }] = rows;
  return `${version.split(' ')[0]}, fsync ${fsync}`;
}

/** Runs git in the repository and returns what it prints; '' where there is no git or no such commit. */
export function git(args, cwd = repoPath()) {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** The folders whose changes make a figure old. */
const MEASURED = ['apps', 'packages', 'prisma'];
/** The commit that was measured, with a note when the files differ from it. */
const commitNow = () =>
  `commit ${git(['rev-parse', '--short', 'HEAD']) || 'unknown'}${git(['status', '--porcelain', '--', ...MEASURED]) === '' ? '' : ' with changes'}`;

/** Lists, for each section, how many changes of the measured code it does not know. */
function ageOf(text) {
  const sections = [...text.matchAll(/<!-- ([a-z-]+) -->\n\n## [^\n]+\n\n([^\n]+)/g)];
  const ages = sections.map(([, name, line]) => {
    const [, commit] = /commit ([0-9a-f]{7,40})/.exec(line) ?? [];
    const count = commit ? git(['rev-list', '--count', `${commit}..HEAD`, '--', ...MEASURED]) : '';
    if (count === '0') return `${name}: current`;
    return count === ''
      ? `${name}: of ${line.split(' · ')[0]}, its commit is not known`
      : `${name}: ${count} changes of the measured code ago`;
  });
  return `${AGE_OPEN}\n\n**How old the figures are**, as of the last run: ${ages.join('; ')}. What a call does in the database is current in\n\`apps/api/test/guard/budgets.tsv\`.\n\n${AGE_CLOSE}`;
}

const [AGE_OPEN, AGE_CLOSE] = ['<!-- age-of-figures -->', '<!-- /age-of-figures -->'];

/** Writes anew how old the sections are. */
function withAge(text) {
  const [from, to] = [text.indexOf(AGE_OPEN), text.indexOf(AGE_CLOSE)];
  if (from >= 0) return text.slice(0, from) + ageOf(text) + text.slice(to + AGE_CLOSE.length);
  const first = text.indexOf('<!-- ');
  return first < 0 ? text : `${text.slice(0, first)}${ageOf(text)}\n\n${text.slice(first)}`;
}

/** Describes the machine: enough to compare figures, nothing that identifies it. */
function machine(version) {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${new Date().toISOString().slice(0, 10)} · ${commitNow()} · ${availableParallelism()} cores (${model}), ${gigabytes} GB · Node ${process.versions.node} · PostgreSQL ${version} · load before ${busy.toFixed(1)}`;
}

const cell = (value) =>
  typeof value === 'number' ? (value >= 100 ? value.toFixed(0) : value.toFixed(1)) : String(value);

/** The p95 of every reported row, and PostgreSQL's version. */
const report = { figures: [], version: '' };

/** Returns a table in Markdown and prints it. */
export function table(columns, rows) {
  const p95 = columns.indexOf('p95 ms');
  for (const row of rows)
    if (typeof row[p95] === 'number' && !report.figures.some(({ of }) => of === row))
      report.figures.push({ of: row, name: String(row[0]), p95: row[p95] });
  const lines = [
    columns,
    columns.map((_, at) => (at === 0 ? '---' : '---:')),
    ...rows.map((row) => row.map(cell)),
  ];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

let isKept = true;

/** Stops writing sections; the returned function writes all figures to a file as JSON. */
export function tellFigures(file) {
  isKept = false;
  return () => {
    const figures = report.figures.map(({ name, p95 }) => ({ name, p95 }));
    writeFileSync(file, JSON.stringify({ ...report, figures }));
  };
}

/** Replaces a suite's section, or appends a new one. */
export async function writeSection(client, name, title, text) {
  const version = await versionOf(client);
  report.version = version;
  if (isKept) writeSectionOf(version, name, title, text);
}

/** Replaces or appends a suite's section, with a known version of PostgreSQL. */
export function writeSectionOf(version, name, title, text) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const section = `${open}\n\n## ${title}\n\n${machine(version)}\n\n${text}\n\n${close}`;
  const now = existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD;
  const [from, to] = [now.indexOf(open), now.indexOf(close)];
  const next =
    from < 0
      ? `${now.trimEnd()}\n\n${section}\n`
      : now.slice(0, from) + section + now.slice(to + close.length);
  writeFileSync(FILE, withAge(next));
}
