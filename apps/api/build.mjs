import { globSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const workers = globSync('src/**/*.worker.ts', { cwd: here });

// our own packages are bundled as source; what npm brings stays outside and is read from node_modules
const bundle = await rolldown({
  cwd: here,
  input: Object.fromEntries(
    ['src/main.ts', ...workers].map((file) => [basename(file, '.ts'), join(here, file)]),
  ),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('@dukkan/'),
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
