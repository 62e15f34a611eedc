/**
 * Opens the product in this process, without a port: its use-cases on a migrated database, seeded like a start.
 *
 * @param {string} url
 * @param {string} dataDir
 * @param {Record<string, string>} [settings] in addition to the common ones
 */
export async function openProduct(url, dataDir, settings = {}) {
  const { createApp } = await import('../../../apps/api/src/app.ts');
  const { readEnv } = await import('../../../apps/api/src/env.ts');
  const { seedShop } = await import('../../../apps/api/src/seed.ts');
  const env = readEnv({
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    ROLE: 'api',
    PORT: '0',
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    ...settings,
  });
  const app = await createApp(env);
  try {
    await seedShop(app.services);
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}
