import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { repoPath } from './scripts/lib/paths.mjs';

const ofThread = /new URL\('\.\/(\w+\.worker\.js)', import\.meta\.url\)/g;
const ofNamedThread = /new URL\(`\.\/\$\{name\}\.worker\.js`, base\)/g;

/** The address of a file of the built API; of its folder for ''. */
const builtFile = (file: string): string => pathToFileURL(`${repoPath('apps', 'api', 'dist')}/${file}`).href;

/** Threads run as they are shipped: from source each of them reads a hundred modules, over a second of a processor. */
const builtThreads = (): Plugin => ({
  name: 'built-threads',
  enforce: 'pre',
  transform: (code, id) =>
    id.startsWith(repoPath('apps', 'api', 'src')) && code.includes('.worker.js')
      ? code
          .replaceAll(ofThread, (_, file: string) => `new URL('${builtFile(file)}')`)
          .replaceAll(ofNamedThread, `new URL(\`${builtFile('')}\${name}.worker.js\`)`)
      : undefined,
});

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/api/src/**/*.unit.test.ts'],
          isolate: false,
          // else one fewer than there are processors, which is one file at a time on two
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          testTimeout: 30_000,
          // they start whole shops: after the others, which measure time and memory
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      './apps/web/vite.config.ts',
      {
        root: './apps/api',
        plugins: [builtThreads()],
        test: {
          name: 'api',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['src/**/*.unit.test.ts', '**/node_modules/**'],
          globalSetup: ['../../scripts/lib/postgres/test-cluster.mjs'],
          pool: 'forks',
          // a file opens a shop of its own: what stands in memory goes with that, and modules are read once
          isolate: false,
          // PostgreSQL works beside each of them
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
