import type { BrowserContext } from '@playwright/test';

export type Trouble = {
  /** Watches every page of a context. */
  watch(context: BrowserContext): Promise<void>;
  /** Allows answers with these statuses in this test; `outage` allows an unreachable server. */
  allow(...expected: (number | 'outage')[]): void;
  /** Returns the problems that the developer tools would have shown. */
  found(): string[];
};

/** The error of requests that were running when the page was left. */
const LEFT = 'net::ERR_ABORTED';

/** Collects console errors, uncaught exceptions, refusals and failed requests; none is expected. */
export function watchForTrouble(): Trouble {
  const told: { text: string; status?: number | 'outage' }[] = [];
  const allowed = new Set<number | 'outage'>();
  return {
    async watch(context) {
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          reportError(new Error(`refused by ${violatedDirective}: ${blockedURI}`)),
        );
      });
      context.on('dialog', (dialog) => {
        // the only expected dialog asks before unsaved input is lost; any other comes from injected code
        if (dialog.type() !== 'beforeunload') told.push({ text: `dialog: ${dialog.message()}` });
        void dialog.accept();
      });
      context.on('weberror', (event) => told.push({ text: `exception: ${event.error().message}` }));
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        // reported by the listeners below with URL and status
        if (message.text().startsWith('Failed to load resource')) return;
        told.push({ text: `console: ${message.text()} (${message.page()?.url()})` });
      });
      context.on('response', (response) => {
        const status = response.status();
        if (status < 400) return;
        told.push({ text: `${status}: ${response.request().method()} ${response.url()}`, status });
      });
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? '';
        if (reason !== LEFT) told.push({ text: `${reason}: ${request.url()}`, status: 'outage' });
      });
    },
    allow: (...expected) => {
      for (const one of expected) allowed.add(one);
    },
    found: () =>
      told.filter(({ status }) => status === undefined || !allowed.has(status)).map(({ text }) => text),
  };
}
