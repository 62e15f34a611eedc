import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // tests wait for PostgreSQL, workers and clocks a third of their time: one more than there are processors fills it
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/api/src/**/*.unit.test.ts'],
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          testTimeout: 30_000,
          // they start whole shops: after the others, which measure time and memory
          sequence: { groupOrder: 1 },
        },
      },
      './apps/web/vite.config.ts',
      {
        root: './apps/api',
        test: {
          name: 'api',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['src/**/*.unit.test.ts', '**/node_modules/**'],
          globalSetup: ['../../scripts/lib/test-cluster.mjs'],
          pool: 'forks',
          // a file opens a shop of its own: what stands in memory goes with that, and modules are read once
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
