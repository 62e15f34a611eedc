import type { PrintProfile } from '@dukkan/contract';
import { openWorkerPool } from '../process/worker-pool.ts';
import type { PrintTask } from './print.worker.ts';
import type { PrintDocument } from './print-document.ts';

export type Printer = {
  /** Prints a document as a PDF. @throws service.busy when the queue is full */
  print(document: PrintDocument, profile: PrintProfile, printedAt: Date): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** Prints in one thread, because its fonts take memory. */
export function openPrinter(): Printer {
  const pool = openWorkerPool({ base: import.meta.url, name: 'print', threads: 1, queue: 50, memoryMb: 256 });
  return {
    print: (document, profile, printedAt) => {
      const task: PrintTask = { document, profile, printedAt };
      return pool.run<Uint8Array>(task);
    },
    close: pool.close,
  };
}
