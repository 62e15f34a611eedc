import { existsSync } from 'node:fs';
import { fail } from '@dukkan/contract';
import type { Piscina } from 'piscina';

export type WorkerPool = {
  /** Runs a task in a thread. @throws service.busy when the queue is full or the task takes too long */
  run<T>(task: unknown): Promise<T>;
  close(): Promise<void>;
};

type Options = {
  /** The folder of the worker's source. */
  readonly base: string;
  /** The worker's name: it is the file `<name>.worker.ts`. */
  readonly name: string;
  readonly threads: number;
  readonly queue: number;
  readonly memoryMb?: number;
  /** A task that takes longer is ended with its thread. */
  readonly limitMs?: number;
};

/** The built worker is beside main.js; in source it is beside the file that opens it. */
function workerFile({ base, name }: Options): string {
  const built = new URL(`./${name}.worker.js`, base);
  return existsSync(built) ? built.href : new URL(`./${name}.worker.ts`, base).href;
}

/**
 * Opens threads for work that would block every request on the event loop. They start with the first task and end when
 * idle, because they take memory. A full queue answers 'busy' instead of growing.
 */
export function openWorkerPool(options: Options): WorkerPool {
  let workerPool: Promise<Piscina> | null = null;
  const open = async (): Promise<Piscina> => {
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename: workerFile(options),
      minThreads: 0,
      maxThreads: options.threads,
      idleTimeout: 30_000,
      maxQueue: options.queue,
      ...(options.memoryMb && { resourceLimits: { maxOldGenerationSizeMb: options.memoryMb } }),
    });
  };
  return {
    run: async <T>(task: unknown): Promise<T> => {
      workerPool ??= open();
      const pool = await workerPool;
      if (pool.queueSize >= options.queue) return fail('service.busy', { seconds: 2 });
      const signal = options.limitMs ? AbortSignal.timeout(options.limitMs) : null;
      try {
        return (await pool.run(task, { signal })) as T;
      } catch (error) {
        if (signal?.aborted) return fail('service.busy', { seconds: 30 });
        throw error;
      }
    },
    close: async () => (await workerPool)?.destroy(),
  };
}
