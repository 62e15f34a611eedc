import { globSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const workers = globSync('src/**/*.worker.ts', { cwd: here });
const importWorker = join('src', 'modules', 'importing', 'file', 'import.worker.ts');

const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const outside = Object.keys(dependencies).filter((name) => !name.startsWith('@dukkan/'));

const WASM = /^@prisma\/client\/runtime\/.*\.wasm-base64\.mjs$/;

/**
 * Prisma brings its compiler as text, which stays in memory twice, 5 MB in all, for being decoded once. Here it is a
 * file: `Buffer.from(wasm, 'base64')`, which is what the client does with it, takes what `valueOf` reads.
 */
const wasmFile = {
  name: 'wasm-file',
  resolveId: { order: 'pre', handler: (id) => (WASM.test(id) ? `\0${id}` : null) },
  async load(id) {
    if (!id.startsWith('\0') || !WASM.test(id.slice(1))) return null;
    const { wasm } = await import(id.slice(1));
    const file = this.emitFile({ type: 'asset', name: 'compiler.wasm', source: Buffer.from(wasm, 'base64') });
    return `import { readFileSync } from 'node:fs';
      export const wasm = { valueOf: () => readFileSync(new URL(import.meta.ROLLUP_FILE_URL_${file})) };`;
  },
};

/** Bundles these files of the source; what `isOutside` names is read from node_modules at run time. */
async function build(files, isOutside) {
  const bundle = await rolldown({
    cwd: here,
    input: Object.fromEntries(files.map((file) => [basename(file, '.ts'), join(here, file)])),
    platform: 'node',
    external: (id) => isBuiltin(id) || isOutside(id),
    plugins: [wasmFile],
    resolve: { conditionNames: ['node', 'import', 'default'] },
  });
  await bundle.write({
    dir: dist,
    format: 'esm',
    // one Arabic letter would double what the whole source takes in memory
    charset: 'ascii',
    comments: { legal: true, annotation: false, jsdoc: false },
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
}

rmSync(dist, { recursive: true, force: true });
// our own packages are bundled as source, with what they alone bring, which nobody would find from here; what this one
// names itself stays outside and is read from node_modules
await build(
  ['src/main.ts', 'src/core/invariant/invariants.ts', ...workers.filter((file) => file !== importWorker)],
  (id) => !WASM.test(id) && outside.some((name) => id === name || id.startsWith(`${name}/`)),
);
// a thread reads its modules anew for each file of an import: as one file it starts in half the time
await build([importWorker], () => false);
