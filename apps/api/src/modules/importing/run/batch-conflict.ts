import { Failure } from '@dukkan/contract';

/** Somebody took or deleted what a batch needs between the look and the write: it is done again and sees it. */
export class BatchConflict extends Error {}

/** A refusal is an answer, and comes again; anything else is a fault that passes, and the work is done again. */
export const isPermanentFailure = (error: unknown): error is Failure =>
  error instanceof Failure && error.code !== 'service.busy' && error.code !== 'upload.unavailable';
