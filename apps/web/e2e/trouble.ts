import type { BrowserContext } from '@playwright/test';

export type Trouble = {
  /** Follows every page of a context. */
  watch(context: BrowserContext): Promise<void>;
  /** An answer of this status is part of what is tested; `outage`: so is a server out of reach. */
  allow(...expected: (number | 'outage')[]): void;
  /** What a person with open developer tools would have seen go wrong. */
  found(): string[];
};

/** Leaving a page ends what it was still asking for. */
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
        // leaving a page with typed values asks; everything else is somebody's script
        if (dialog.type() !== 'beforeunload') told.push({ text: `dialog: ${dialog.message()}` });
        void dialog.accept();
      });
      context.on('weberror', (event) => told.push({ text: `exception: ${event.error().message}` }));
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        // said with its address and status by the listeners below
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
