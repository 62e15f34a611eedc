import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import { repoPath } from '../paths.mjs';
import { readMigrations } from './migrate.mjs';

const charOid = 18;
const bpcharOid = 1042;
const filters = { externalTables: [], externalEnums: [] };

/** Returns the schema's files in the engine's format. */
function schemaFiles(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => ({ path: join(folder, name), content: readFileSync(join(folder, name), 'utf8') }));
}

/**
 * Reads PostgreSQL's internal one-byte type "char" as a character, because its catalog uses it, adapter-pg 7.10 refuses
 * it, and the engine needs it. Other values pass unchanged.
 */
function readInternalCharacters(connection) {
  const characters = new WeakMap();
  const performIO = connection.performIO.bind(connection);
  const queryRaw = connection.queryRaw.bind(connection);
  connection.performIO = async (query) => {
    const result = await performIO(query);
    const fields = result.fields ?? [];
    characters.set(
      query,
      fields.flatMap((field, index) => (field.dataTypeID === charOid ? [index] : [])),
    );
    for (const field of fields) if (field.dataTypeID === charOid) field.dataTypeID = bpcharOid;
    return result;
  };
  connection.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of characters.get(query) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
  return connection;
}

function adapterFor(url) {
  const opened = [];
  const factory = new PrismaPg({ connectionString: url });
  const connectPlainly = factory.connect.bind(factory);
  factory.connect = async () => {
    const connection = readInternalCharacters(await connectPlainly());
    opened.push(connection);
    return connection;
  };
  const close = () => Promise.all(opened.map((connection) => connection.dispose()));
  return { adapter: bindMigrationAwareSqlAdapterFactory(factory), close };
}

let loaded;

/** Loads Prisma's schema engine as WebAssembly, which does what `prisma migrate` does without a native binary. */
async function load() {
  const path = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bindings = await import(path);
  const { instance } = await WebAssembly.instantiate(
    readFileSync(join(dirname(path), 'schema_engine_bg.wasm')),
    {
      './schema_engine_bg.js': bindings,
    },
  );
  globalThis.PRISMA_WASM_PANIC_REGISTRY ??= {
    set_message: (message) => {
      throw new Error(`Prisma's schema engine broke: ${message}`);
    },
  };
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings.SchemaEngine;
}

/**
 * Opens Prisma's schema engine for a database.
 *
 * @param {string} url
 * @param {string} [schemaDir]
 */
export async function openSchemaEngine(url, schemaDir = repoPath('prisma', 'schema')) {
  loaded ??= load();
  const SchemaEngine = await loaded;
  const files = schemaFiles(schemaDir);
  const options = { datamodels: files.map(({ path, content }) => [path, content]) };
  const { adapter, close } = adapterFor(url);
  const engine = await SchemaEngine.new(options, () => undefined, adapter);
  const migrationsList = (folder) => ({
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: readMigrations(folder).map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  });
  return {
    /** Returns the SQL that would bring the database to the schema; empty when they agree. */
    async difference() {
      const { stdout, exitCode } = await engine.diff({
        from: { tag: 'schemaDatasource', files, configDir: repoPath() },
        to: { tag: 'schemaDatamodel', files },
        script: true,
        exitCode: true,
        shadowDatabaseUrl: null,
        filters,
      });
      return exitCode === 0 ? '' : (stdout ?? '').trim();
    },
    /** Applies a folder with Prisma's own engine; the tests compare the runner with it. */
    async applyMigrations(folder) {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: migrationsList(folder),
        filters,
      });
      return appliedMigrationNames;
    },
    /** Returns Prisma's own view of the database's migration history. */
    diagnose: (folder) =>
      engine.diagnoseMigrationHistory({
        migrationsList: migrationsList(folder),
        optInToShadowDatabase: false,
        filters,
      }),
    async close() {
      engine.free();
      await close();
    },
  };
}
