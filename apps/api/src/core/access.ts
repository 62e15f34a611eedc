import { allows } from '@dukkan/commerce';
import { fail, type Permission, type Resource } from '@dukkan/contract';
import type { Ctx, Scope } from './ctx.ts';

/** Whether these permissions pass an endpoint's permission: any of its resources will do (decisions 0.4). */
export function hasPermission(permissions: readonly string[], permission: Permission): boolean {
  const resources: readonly Resource[] = Array.isArray(permission.resource)
    ? permission.resource
    : [permission.resource as Resource];
  return resources.some((resource) => allows(permissions, resource, permission.action));
}

/** The caller's permissions; the system holds `admin`. */
export function permissionsOf(ctx: Ctx): readonly string[] {
  if (ctx.actor.kind === 'system') return ['admin'];
  return ctx.actor.kind === 'account' ? ctx.actor.permissions : [];
}

export const isAdmin = (ctx: Ctx): boolean => permissionsOf(ctx).includes('admin');

/** Whether everything in `wanted` is covered by what is held: `users` covers `users.view`. */
export function covers(held: readonly string[], wanted: string): boolean {
  if (held.includes('admin') || held.includes(wanted)) return true;
  const dot = wanted.lastIndexOf('.');
  const action = wanted.slice(dot + 1);
  return (
    dot > 0 && ['view', 'save', 'delete', 'export'].includes(action) && held.includes(wanted.slice(0, dot))
  );
}

/** The first permission of `wanted` that the caller lacks, or null (nobody grants what they lack). */
export function findMissingPermission(ctx: Ctx, wanted: readonly string[]): string | null {
  const held = permissionsOf(ctx);
  return wanted.find((permission) => !covers(held, permission)) ?? null;
}

/** The scope after the branch-id header narrowed it. */
export function effectiveScope(ctx: Ctx): Scope {
  return ctx.branch_id === null ? ctx.scope : [ctx.branch_id];
}

/** Whether a branch is within what the caller sees. */
export function canSeeBranch(ctx: Ctx, branch_id: number): boolean {
  return ctx.scope === 'all' || ctx.scope.includes(branch_id);
}

/**
 * Whether a list may be narrowed to this branch: staff who read it in full ask about their own only, so that a foreign
 * branch answers as one that is not there; what anyone may read is told of every branch (docs/rules/sessions.md#branches).
 */
export const mayAskAbout = (ctx: Ctx, branch_id: number): boolean =>
  ctx.reach !== 'full' || canSeeBranch(ctx, branch_id);

/** Whether the branch-id header, where one is sent, names one of the branches that a body names (decisions section 6). */
export function matchesHeaderBranch(ctx: Ctx, branch_ids: readonly number[]): boolean {
  return ctx.branch_id === null || branch_ids.includes(ctx.branch_id);
}

/** The row, or the answer for what does not exist: a foreign row looks the same as an absent one (P12). */
export function orNotFound<T>(row: T | null | undefined): T {
  return row ?? fail('record.missing');
}

/** Refuses a save that knows an older version than the stored one (decisions 0.1). */
export function checkVersion(stored: number, known: number | undefined): void {
  if (known !== undefined && known !== stored) fail('record.stale', { version: stored });
}
