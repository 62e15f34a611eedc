import { isActionAllowed } from '@dukkan/commerce';
import { type Endpoint, fail, type Permission, type Resource } from '@dukkan/contract';
import type { Actor, BranchScope, Ctx, Reach } from './ctx.ts';

/** True when the permissions allow one of the endpoint's resources; any of them is enough. */
export function hasPermission(permissions: readonly string[], permission: Permission): boolean {
  const resources: readonly Resource[] = Array.isArray(permission.resource)
    ? permission.resource
    : [permission.resource as Resource];
  return resources.some((resource) => isActionAllowed(permissions, resource, permission.action));
}

/** The caller's permissions; background jobs have `admin`. */
export function getPermissions(ctx: Ctx): readonly string[] {
  if (ctx.actor.kind === 'system') return ['admin'];
  return ctx.actor.kind === 'account' ? ctx.actor.permissions : [];
}

export const isAdmin = (ctx: Ctx): boolean => getPermissions(ctx).includes('admin');

/** True when the given permissions include the required one; `users` includes `users.view`. */
export function includesPermission(granted: readonly string[], required: string): boolean {
  if (granted.includes('admin') || granted.includes(required)) return true;
  const dot = required.lastIndexOf('.');
  const action = required.slice(dot + 1);
  return (
    dot > 0 &&
    ['view', 'save', 'delete', 'export'].includes(action) &&
    granted.includes(required.slice(0, dot))
  );
}

/** The first permission that the caller lacks, or null; nobody can grant a permission they do not have. */
export function findMissingPermission(ctx: Ctx, permissions: readonly string[]): string | null {
  const granted = getPermissions(ctx);
  return permissions.find((permission) => !includesPermission(granted, permission)) ?? null;
}

/** The caller's branches, narrowed to the branch-id header when one was sent. */
export function getEffectiveScope(ctx: Ctx): BranchScope {
  return ctx.branch_id === null ? ctx.scope : [ctx.branch_id];
}

/** True when the caller may see this branch. */
export function canSeeBranch(ctx: Ctx, branch_id: number): boolean {
  return ctx.scope === 'all' || ctx.scope.includes(branch_id);
}

/**
 * True when a list may be filtered by this branch: staff may ask about their own branches only, so that a foreign
 * branch looks like a missing one. Rule: docs/rules/sessions.md#branches
 */
export const matchesBranchFilter = (ctx: Ctx, branch_id: number): boolean =>
  ctx.reach !== 'full' || canSeeBranch(ctx, branch_id);

/** True when there is no branch-id header, or when it names one of the branches in the body. */
export function matchesHeaderBranch(ctx: Ctx, branch_ids: readonly number[]): boolean {
  return ctx.branch_id === null || branch_ids.includes(ctx.branch_id);
}

/** Returns the row or throws record.missing; a row of a foreign branch looks the same as a missing one. */
export function requireFound<T>(row: T | null | undefined): T {
  return row ?? fail('record.missing');
}

/** Throws when the caller saved an older version than the stored one. */
export function checkVersion(storedVersion: number, savedVersion: number | undefined): void {
  if (savedVersion !== undefined && savedVersion !== storedVersion)
    fail('record.stale', { version: storedVersion });
}

/** Requests allowed while a password set by somebody else must be changed. */
const MUST_CHANGE_PASSES = new Set([
  '/user/profile',
  '/user/profile/update',
  '/user/logout',
  '/settings',
  '/events',
]);

/**
 * Decides how much the actor may read from an endpoint; null when the actor may not call it.
 * @throws auth.password_must_change
 */
export function findReach(endpoint: Endpoint, actor: Actor): Reach | null {
  if (actor.kind === 'system') return 'full';
  const permissions = actor.kind === 'account' ? actor.permissions : [];
  const mustChange =
    actor.kind === 'account' && actor.must_change_password && !MUST_CHANGE_PASSES.has(endpoint.path);
  if (mustChange && endpoint.audience !== 'public') fail('auth.password_must_change');
  if (!endpoint.permission) return 'full';
  // public data stays public with a token
  if (mustChange) return 'public';
  if (hasPermission(permissions, endpoint.permission)) return 'full';
  if (endpoint.pick?.some((resource) => hasPermission(permissions, { resource, action: 'view' })))
    return 'pick';
  if (endpoint.audience === 'customer' && actor.kind === 'account' && permissions.length === 0) return 'own';
  return endpoint.audience === 'public' ? 'public' : null;
}
