import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as album from './album.service.ts';
import { list } from './branch.list.ts';
import { createBranch, remove, restore, show, updateBranch } from './branch.service.ts';
import * as device from './device.service.ts';
import * as printer from './printer.service.ts';

export { list as listBranches } from './branch.list.ts';
export { createBranch } from './branch.service.ts';
export { BRANCH_TIME_ZONE_SQL, businessDaySql } from './business-day.ts';
export { canSeeBranchRecord, lockBranch } from './of-branch.ts';

/** Branches, with their tills, printers and pictures. */
export const routes = [
  ...serve(api.branch, { list, show, create: createBranch, update: updateBranch, remove, restore }),
  ...serve(api.branchAlbum, {
    list: album.list,
    save: album.save,
    order: album.reorderAlbum,
    remove: album.remove,
  }),
  ...serve(api.posDevice, device),
  ...serve(api.printer, {
    list: printer.list,
    save: printer.save,
    test: printer.printAndRecordTestPage,
    remove: printer.remove,
  }),
];
