import { globSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const workers = globSync('src/**/*.worker.ts', { cwd: here });

const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const outside = Object.keys(dependencies).filter((name) => !name.startsWith('@dukkan/'));

// our own packages are bundled as source, with what they alone bring, which nobody would find from here; what this one
// names itself stays outside and is read from node_modules
const bundle = await rolldown({
  cwd: here,
  input: Object.fromEntries(
    ['src/main.ts', ...workers].map((file) => [basename(file, '.ts'), join(here, file)]),
  ),
  platform: 'node',
  external: (id) => isBuiltin(id) || outside.some((name) => id === name || id.startsWith(`${name}/`)),
  resolve: { conditionNames: ['node', 'import', 'default'] },
});

rmSync(dist, { recursive: true, force: true });
await bundle.write({
  dir: dist,
  format: 'esm',
  sourcemap: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
await bundle.close();
