import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { Failure, type FailureCode } from '@dukkan/contract';
import { createLoopLimit } from '../../../core/bounded.ts';
import { ROWS_MAX } from '../../../core/spreadsheet/limits.ts';
import type { TableRow } from '../../../core/spreadsheet/table.ts';
import type { AnyParsedRow, RowsTask, WorkerMessage } from './import.worker.ts';
import type { FilePreview, FullPreviewTask, PreviewTask } from './preview-file.ts';

/** In a build the worker is beside main.js, from source beside this file. */
const workerFile = (): URL => {
  const built = new URL('./import.worker.js', import.meta.url);
  return existsSync(built) ? built : new URL('./import.worker.ts', import.meta.url);
};

/**
 * Memory limits of the thread: a file is read in its own thread, so that its memory is freed when the thread ends.
 */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 6 } as const;
/** How long to wait for a message from the thread. */
const SILENCE_MS = 120_000;

/** The most messages of one thread: one per row at worst, its acknowledgement, and those before and after. */
const WORDS_MAX = 3 * ROWS_MAX;

const EXHAUSTED = 'ERR_WORKER_OUT_OF_MEMORY';

/** Yields the messages of a thread and ends the thread when the caller stops reading. */
async function* streamThreadMessages(
  task: PreviewTask | RowsTask | FullPreviewTask,
): AsyncGenerator<WorkerMessage, void, void> {
  const worker = new Worker(workerFile(), { workerData: task, resourceLimits: LIMITS });
  const heard: WorkerMessage[] = [];
  let over = false;
  let broken: Error | null = null;
  let wake = () => {};
  worker.on('message', (said: WorkerMessage) => {
    heard.push(said);
    wake();
  });
  worker.on('error', (error) => {
    broken = error as Error;
    wake();
  });
  worker.on('exit', () => {
    over = true;
    wake();
  });
  const wait = () =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), SILENCE_MS);
      wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
      if (heard.length > 0 || broken || over) wake();
    });
  const countRound = createLoopLimit('reading a file', WORDS_MAX);
  try {
    for (;;) {
      countRound();
      const said = heard.shift();
      if (said) {
        if (said.kind === 'failed') throw new Failure(said.code as FailureCode, said.params);
        yield said;
        if (said.kind !== 'rows') return;
        worker.postMessage('more');
      } else if (broken) {
        const isFull = (broken as NodeJS.ErrnoException).code === EXHAUSTED;
        throw isFull ? new Failure('import.too_large', { megabytes: LIMITS.maxOldGenerationSizeMb }) : broken;
      } else if (over) throw new Error('the reading thread ended early');
      else if (!(await wait())) throw new Failure('import.unreadable');
    }
  } finally {
    await worker.terminate();
  }
}

/** Previews a file in a thread. @throws import.* */
export async function previewFileInThread(task: PreviewTask): Promise<FilePreview> {
  for await (const said of streamThreadMessages(task)) if (said.kind === 'looked') return said.looked;
  throw new Failure('import.unreadable');
}

/** Reads a short table as a whole in a thread. @throws import.* */
export async function readSheetInThread(
  task: Omit<FullPreviewTask, 'task'>,
): Promise<{ readonly looked: FilePreview; readonly rows: readonly TableRow[] }> {
  for await (const said of streamThreadMessages({ task: 'sheet', ...task }))
    if (said.kind === 'sheet') return said;
  throw new Failure('import.unreadable');
}

/** Yields the parsed rows of a file in batches from a thread that reads one batch ahead. */
export async function* readRowsInThread(task: RowsTask): AsyncGenerator<readonly AnyParsedRow[], void, void> {
  for await (const said of streamThreadMessages(task)) if (said.kind === 'rows') yield said.rows;
}
