import { Failure } from '@dukkan/contract';

/** Another transaction took or deleted something between reading and writing a batch; the batch is retried. */
export class BatchConflict extends Error {}

/** True for refusals, which would come again; other errors may pass, so that the work is retried. */
export const isPermanentFailure = (error: unknown): error is Failure =>
  error instanceof Failure && error.code !== 'service.busy' && error.code !== 'upload.unavailable';
