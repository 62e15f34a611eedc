import { decrypt } from '../src/core/secret/encryption.ts';
import type { TestApp } from './app.ts';

/** The latest message to somebody, as they would read it; null where none was sent. */
export async function lastMessage(app: TestApp, recipient: string): Promise<string | null> {
  const { env, database } = app.services;
  const row = await database.prisma.message.findFirst({ where: { recipient }, orderBy: { id: 'desc' } });
  return row?.body ? decrypt(env.SECRET_KEY, 'message', row.body) : null;
}

/** The one-time code that somebody was sent last. */
export async function lastCode(app: TestApp, recipient: string): Promise<string> {
  const code = /\b\d{6}\b/.exec((await lastMessage(app, recipient)) ?? '')?.[0];
  if (!code) throw new Error(`no code was sent to ${recipient}`);
  return code;
}
