/** The worker that starts the till without a network; it answers for this page alone. */
const WORKER = '/pos-worker.js';
const SCOPE = '/pos';

/** Registers the worker, where the page is secure; a build without one, as in development, has no file. */
export function registerTillWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  addManifest();
  navigator.serviceWorker.register(WORKER, { scope: SCOPE, updateViaCache: 'none' }).catch(() => undefined);
}

/** Lets the browser install this page as an app; the other pages are none. */
function addManifest(): void {
  if (document.querySelector('link[rel=manifest]')) return;
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/pos.webmanifest';
  document.head.append(link);
}
