import type { Env } from '../env.ts';

/** Sends one text message or throws. `key` is the same on every try, so that a gateway can drop repeats. */
export type SmsProvider = {
  send(message: { to: string; text: string; key: string }): Promise<void>;
};

const TIMEOUT_MS = 10_000;

/** Sends text messages as JSON by POST to the operator's webhook, with a bearer token if one is set. */
export function createSmsProvider(env: Env): SmsProvider | null {
  const { SMS_WEBHOOK_URL: url, SMS_WEBHOOK_TOKEN: token } = env;
  if (!url) return null;
  return {
    send: async ({ to, text, key }) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the text-message gateway answered ${response.status}`);
    },
  };
}
