import { signIn } from '../actors.ts';
import type { TestApp } from '../app.ts';
import type { Question, Viewer } from './questions.ts';
import type { Samples } from './samples.ts';

export type Answer = {
  readonly status: number;
  readonly body: { readonly results: unknown; readonly meta?: { readonly last_page: number } };
};

export type Ask = (question: Pick<Question, 'path' | 'input' | 'viewer'>) => Promise<Answer>;

/** Who asks: people of the demo business and a customer with many orders. */
const EMAILS: Partial<Record<Viewer, string>> = {
  admin: 'admin@demo.test',
  manager: 'manager@demo.test',
  picker: 'cashier@demo.test',
};

async function tokensOf(app: TestApp, samples: Samples): Promise<Partial<Record<Viewer, string>>> {
  const tokens: Partial<Record<Viewer, string>> = {
    customer: await signIn(app.services, Number(samples.client_id)),
  };
  for (const [viewer, email] of Object.entries(EMAILS)) {
    const { id } = await app.services.database.prisma.account.findFirstOrThrow({ where: { email } });
    tokens[viewer as Viewer] = await signIn(app.services, id);
  }
  return tokens;
}

/**
 * Calls endpoints without a connection, the only tests that do: over HTTP the async context is lost by which a statement
 * is known to be of its call.
 */
export async function makeAsk(app: TestApp, samples: Samples): Promise<Ask> {
  const tokens = await tokensOf(app, samples);
  return async ({ path, input, viewer }) => {
    const token = tokens[viewer];
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
    const answer = await app.http.inject({
      method: 'POST',
      url: app.services.env.API_BASE + filled,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      payload: input,
    });
    return { status: answer.statusCode, body: answer.json() as Answer['body'] };
  };
}
