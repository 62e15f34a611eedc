/** The worker that starts the till without a network; it answers for this page alone. */
const WORKER = '/pos-worker.js';
const SCOPE = '/pos';
/** How often a till that is never closed asks for a new version. */
const ASK_MS = 30 * 60_000;

let waiting: ServiceWorker | null = null;

/** Registers the worker, where the page is secure; a build without one, as in development, has no file. */
export function registerTillWorker(): () => void {
  addManifest();
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  navigator.serviceWorker.register(WORKER, { scope: SCOPE, updateViaCache: 'none' }).then(
    (registration) => {
      const watch = () => {
        const { installing } = registration;
        installing?.addEventListener('statechange', () => {
          // the first worker replaces nothing
          if (installing.state === 'installed' && navigator.serviceWorker.controller) waiting = installing;
        });
      };
      if (registration.waiting && navigator.serviceWorker.controller) waiting = registration.waiting;
      registration.addEventListener('updatefound', watch);
      watch();
      timer = setInterval(() => void registration.update().catch(() => undefined), ASK_MS);
    },
    () => undefined,
  );
  return () => clearInterval(timer);
}

/** Takes a new version over and loads the page anew; called between sales, with nothing waiting. */
export function takeNewVersion(): void {
  const worker = waiting;
  if (!worker) return;
  waiting = null;
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage({ type: 'SKIP_WAITING' });
}

/** Lets the browser install this page as an app; the other pages are none. */
function addManifest(): void {
  if (document.querySelector('link[rel=manifest]')) return;
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/pos.webmanifest';
  document.head.append(link);
}
