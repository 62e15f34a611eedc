import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { createBranch, remove, restore, show, updateBranch } from './branch.service.ts';
import * as album from './branch-album.service.ts';
import { list } from './list-branches.ts';
import * as device from './pos-device.service.ts';
import * as printer from './printer.service.ts';

export { createBranch } from './branch.service.ts';
export { BRANCH_TIME_ZONE_SQL, businessDaySql } from './business-day.ts';
export { list as listBranches } from './list-branches.ts';
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
