import { existsSync } from 'node:fs';
import { fail, type PrintProfile } from '@dukkan/contract';
import type { Piscina } from 'piscina';
import type { PrintTask } from './print.worker.ts';
import type { PrintDocument } from './print-document.ts';

export type Printer = {
  /** Prints a document as a PDF. @throws service.busy when the queue is full */
  print(document: PrintDocument, profile: PrintProfile, at: Date): Promise<Uint8Array>;
  close(): Promise<void>;
};

const QUEUE = 50;

/** The built worker is beside main.js; in source it is beside this file. */
const workerFile = (): string => {
  const built = new URL('./print.worker.js', import.meta.url);
  return existsSync(built) ? built.href : new URL('./print.worker.ts', import.meta.url).href;
};

/** Prints in one thread, which starts with the first document and ends when idle, because its fonts take memory. */
export function openPrinter(): Printer {
  let opened: Promise<Piscina> | null = null;
  const open = async (): Promise<Piscina> => {
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename: workerFile(),
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 30_000,
      maxQueue: QUEUE,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
  };
  return {
    print: async (document, profile, at) => {
      opened ??= open();
      const pool = await opened;
      if (pool.queueSize >= QUEUE) return fail('service.busy', { seconds: 2 });
      const task: PrintTask = { document, profile, at };
      return (await pool.run(task)) as Uint8Array;
    },
    close: async () => (await opened)?.destroy(),
  };
}
