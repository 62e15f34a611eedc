import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as accountList from './account.list.ts';
import { show } from './account.read.ts';
import * as accountRemove from './account.remove.ts';
import { save } from './account.save.ts';
import { showProfile } from './auth/profile.ts';
import { sendConfirmationCode } from './auth/proof.ts';
import { signIn } from './auth/sign-in.ts';
import { updateProfile } from './auth/update-profile.ts';
import { registerEmail, registerPhone } from './code/register.ts';
import { verifySignInCode } from './code/verify.ts';
import * as roleRead from './role.read.ts';
import * as roleSave from './role.save.ts';
import * as session from './session.service.ts';

/** Sign-in, profiles, sessions, accounts and roles. */
export const routes = [
  ...serve(api.auth, {
    signIn,
    registerPhone,
    registerEmail,
    verify: verifySignInCode,
    signOut: session.signOut,
    profile: showProfile,
    confirmCode: sendConfirmationCode,
    updateProfile,
  }),
  ...serve(api.session, { list: session.list, revoke: session.revokeSession }),
  ...serve(api.account, {
    list: accountList.list,
    listOfBranch: accountList.listBranchStaff,
    show,
    save,
    remove: accountRemove.remove,
    restore: accountRemove.restore,
  }),
  ...serve(api.role, {
    list: roleRead.list,
    save: roleSave.save,
    remove: roleSave.remove,
    restore: roleSave.restore,
    permissions: roleRead.listAllPermissions,
  }),
];

export { list as listAccounts } from './account.list.ts';
export { createFirstAdmin, DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemoAccounts } from './account.seed.ts';
export { findManageableAccount, worksAtBranches } from './account-visibility.ts';
export {
  canApprove,
  hasApproval,
  type ParsedApproval,
  proveApproval,
  verifyApprover,
  verifyDrawerTaker,
} from './approval.ts';
export { listApprovers } from './approvers.ts';
export {
  countAttempt,
  refundAttempt,
  withConcurrencyLimit,
} from './attempts.ts';
export { accountSearchSql, toPhonePrefixes } from './customer.search.ts';
export {
  type Customer,
  createCustomer,
  findCustomerByPhone,
  findCustomersByPhones,
  getCustomerById,
  getOwnCustomer,
} from './customer.ts';
export {
  type CustomerChange,
  deleteCustomers,
  findEmailOwners,
  findUsedCustomers,
  type ImportedCustomer,
  insertCustomers,
  loadCustomersByPhone,
  lockCustomers,
  updateCustomers,
} from './imported-customers.ts';
export { parsePhone } from './parse-phone.ts';
export { list as listRoles } from './role.read.ts';
export { seedRoles } from './role.seed.ts';
