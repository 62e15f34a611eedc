import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { verifyFiscalCode } from './signed-bytes.ts';

type Answer = z.output<typeof api.tss.verify.output>;

/** Verifies the code of a receipt without storing it. @throws fiscal.no_code */
export async function verifyCode(_ctx: Ctx, { qr }: { qr: string }): Promise<Answer> {
  const verified = verifyFiscalCode(qr) ?? fail('fiscal.no_code', undefined, 'qr');
  const { code, valid, differs } = verified;
  return { fields: code, valid, differs };
}
