import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The type that the driver returns for a column, and the accepted type where it differs. */
const TYPES = {
  Int: 'number',
  Float: 'number',
  BigInt: 'number',
  Decimal: 'string',
  String: 'string',
  Boolean: 'boolean',
  DateTime: 'Moment',
  Bytes: 'Uint8Array',
  Json: 'Json',
};

/** Returns a model's columns as lines of a type, without relations. */
function readColumns(body, isModel) {
  return body.split('\n').flatMap((line) => {
    const [, name, type, mark, rest] =
      /^\s+(\w+)\s+(\w+|Unsupported\("[^"]*"\))(\[\]|\?)?(.*)$/.exec(line) ?? [];
    if (!name || isModel.has(type)) return [];
    const isDay = /@db\.(Date|Time)\b/.test(rest);
    const base = isDay ? 'string' : (TYPES[type] ?? 'unknown');
    const whole = mark === '[]' ? `${base}[]` : mark === '?' ? `${base} | null` : base;
    if (/@default\(dbgenerated\(\)\)/.test(rest)) return [`    ${name}: ColumnType<${whole}, never, never>;`];
    const isOptional = /@default|@updatedAt/.test(rest) || mark === '[]';
    return [`    ${name}: ${isOptional ? `Defaulted<${whole}>` : whole};`];
  });
}

/**
 * Writes the tables of the Prisma schema as types for Kysely. A small generator of its own, because prisma-kysely
 * brings Prisma's engine code and a second TypeScript compiler.
 */
export function writeTables(schemaDir, output) {
  const text = globSync('*.prisma', { cwd: schemaDir })
    .toSorted()
    .map((file) => readFileSync(join(schemaDir, file), 'utf8'))
    .join('\n');
  const models = [...text.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)];
  const isModel = new Set(models.map(([, name]) => name));
  const tables = models.map(
    ([, name, body]) => `  ${name}: {\n${readColumns(body, isModel).join('\n')}\n  };`,
  );
  writeFileSync(
    output,
    `// Generated from prisma/schema by scripts/lib/postgres/tables.mjs.
import type { ColumnType } from 'kysely';

/** An instant: read as a Date, written as one or as ISO text. */
type Moment = ColumnType<Date, Date | string, Date | string>;
/** A JSON column: read parsed, written as JSON text. */
type Json = ColumnType<unknown, string, string>;
/** A column with a default: it may be left out of an insert. */
type Defaulted<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;

/** Every table with its columns as the driver reads and writes them; amounts and days are text. */
export type Tables = {
${tables.join('\n')}
};
`,
  );
}
