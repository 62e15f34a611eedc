import type { Services } from '../core/ctx.ts';
import { createOutageLogger } from '../core/process/log.ts';
import {
  ADDRESSES_MAX,
  addAddresses,
  previewAddressSaves,
  removeUnusedAddresses,
} from '../modules/delivery/index.ts';
import {
  IMPORT_QUEUES,
  type ImportPorts,
  type ImportQueue,
  processImportQueue,
} from '../modules/importing/index.ts';
import { mergeImportedPrices } from '../modules/pricing/index.ts';
import { cancelImportReceipt, createImportReceipt } from '../modules/purchasing/index.ts';

/** The functions of higher modules that imports call. */
export const IMPORT_PORTS: ImportPorts = {
  receive: createImportReceipt,
  takeBack: cancelImportReceipt,
  setPrices: mergeImportedPrices,
  addresses: {
    findFits: previewAddressSaves,
    add: addAddresses,
    remove: removeUnusedAddresses,
    max: ADDRESSES_MAX,
  },
};

/** The most batches without a pause; a new event then waits for the next run. */
const PASSES_MAX = 1_000;
/** After a fault, such as a full disk, the work is tried again after this many milliseconds. */
const RETRY_MS = 1_000;

/** The worker of one import queue in this process; however often it is woken, it runs once at a time. */
function makeLane(services: Services, lane: ImportQueue) {
  let stopping = false;
  let again = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const outage = createOutageLogger(services.log, `imports (${lane}) are interrupted`);
  const pass = async () => {
    for (let passes = 0; again && !stopping; passes += 1) {
      if (passes === PASSES_MAX) {
        services.log.error({ lane, passes }, 'imports: woken without end');
        return;
      }
      again = false;
      try {
        await processImportQueue(services, lane, () => stopping, IMPORT_PORTS);
        outage.worked();
      } catch (error) {
        if (stopping) return;
        outage.failed(error);
        timer = setTimeout(wake, RETRY_MS);
      }
    }
  };
  const wake = () => {
    if (stopping) return;
    again = true;
    running ??= pass().finally(() => {
      running = null;
    });
  };
  return {
    wake,
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/**
 * Starts the work on imports: at once for those a killed process left, at every event, and every minute for missed
 * events. @returns a function that stops it between two batches
 */
export function startImportWorker(services: Services): () => Promise<void> {
  const lanes = (Object.keys(IMPORT_QUEUES) as ImportQueue[]).map((lane) => makeLane(services, lane));
  const wake = () => {
    for (const lane of lanes) lane.wake();
  };
  const unwatch = services.live.watch('product-import', wake);
  const timer = setInterval(wake, 60_000);
  timer.unref();
  wake();
  return async () => {
    unwatch();
    clearInterval(timer);
    await Promise.all(lanes.map((lane) => lane.stop()));
  };
}
