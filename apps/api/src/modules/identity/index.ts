import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { show } from './account/account.view.ts';
import * as accountList from './account/list-accounts.ts';
import * as accountRemove from './account/remove-account.ts';
import { save } from './account/save-account.ts';
import { showProfile } from './auth/profile.ts';
import { sendConfirmationCode } from './auth/proof.ts';
import { signIn } from './auth/sign-in.ts';
import { updateProfile } from './auth/update-profile.ts';
import { registerEmail, registerPhone } from './code/register.ts';
import { verifySignInCode } from './code/verify.ts';
import * as roleRead from './role/list-roles.ts';
import * as roleSave from './role/save-role.ts';
import * as session from './session/session.service.ts';

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

export { findManageableAccount, worksAtBranches } from './account/account-visibility.ts';
export { list as listAccounts } from './account/list-accounts.ts';
export { createFirstAdmin, DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemoAccounts } from './account/seed-accounts.ts';
export { listApprovers } from './approval/list-approvers.ts';
export {
  canApprove,
  hasApproval,
  type ParsedApproval,
  proveApproval,
  verifyApprover,
  verifyDrawerTaker,
} from './approval/verify-approval.ts';
export {
  countAttempt,
  refundAttempt,
  withConcurrencyLimit,
} from './auth/count-attempts.ts';
export { accountCoversBranchSql } from './branch-reach.ts';
export { selectAccountIds, toPhonePrefixes } from './customer/account-search-sql.ts';
export {
  type Customer,
  createCustomer,
  findCustomerByPhone,
  findCustomersByPhones,
  getCustomerById,
  getOwnCustomer,
} from './customer/find-customer.ts';
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
} from './customer/imported-customers.ts';
export { parsePhone } from './parse-phone.ts';
export { list as listRoles } from './role/list-roles.ts';
export { seedRoles } from './role/seed-roles.ts';
