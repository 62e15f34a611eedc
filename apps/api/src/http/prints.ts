import { type Endpoint, fail, type PrintProfile } from '@dukkan/contract';
import type { FastifyReply } from 'fastify';
import { recordAudit } from '../core/audit.ts';
import type { Ctx } from '../core/ctx.ts';
import type { PrintDocument } from '../core/print/print-document.ts';
import { incrementCounter } from '../core/process/rate-counter.ts';
import { findNoun } from './endpoint-nouns.ts';
import { attachmentHeader, buildFileName } from './file-names.ts';

/** Converts a use-case's result to a document. */
export type PrintBuilder = (ctx: Ctx, answer: never, input: never) => Promise<PrintDocument>;

/** The default paper of an invoice: 150 mm. */
const PROFILE: PrintProfile = 'a5';

/**
 * Sends a record as a PDF; callers who may read the record may print it, with the same content.
 * @throws rate.limited beyond the limit per minute, service.busy when the print queue is full
 */
export async function sendPrint(
  ctx: Ctx,
  endpoint: Endpoint,
  input: { id?: number | undefined; profile?: PrintProfile; export?: boolean },
  answer: unknown,
  print: PrintBuilder,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { env, printer } = ctx.services;
  const who = ctx.actor.kind === 'account' ? ctx.actor.id : ctx.ip;
  if ((await incrementCounter(ctx.services, `print:${who}`, 60)) > env.PRINTS_PER_MINUTE)
    fail('rate.limited', { seconds: 60 });
  const id = input.id ?? 0;
  const document = await print(ctx, answer as never, input as never);
  const profile = input.profile ?? document.profile ?? PROFILE;
  const file = await printer.print(document, profile, ctx.now);
  await recordAudit(ctx, {
    noun: findNoun(endpoint),
    id,
    action: 'export',
    before: null,
    after: { format: 'pdf', profile, locale: ctx.locale },
  });
  return reply
    .header('cache-control', 'no-store')
    .header(
      'content-disposition',
      attachmentHeader(buildFileName([document.title, ...(document.fileParts ?? [String(id)])], 'pdf')),
    )
    .type('application/pdf')
    .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
}
