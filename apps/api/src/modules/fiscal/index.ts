import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { listDocuments } from './list-documents.ts';
import { retryDocument } from './retry-document.ts';
import { createCertificate, disableTss, list } from './tss.service.ts';
import { verifyCode } from './verify-code.ts';

export { signingPort } from './record-document.ts';
export { signWaitingDocuments } from './sign-document.ts';

/** The signing of receipts. */
export const routes = serve(api.tss, {
  list,
  create: createCertificate,
  documents: listDocuments,
  disable: disableTss,
  retry: retryDocument,
  verify: verifyCode,
});
