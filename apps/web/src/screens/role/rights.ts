import { ACTIONS, type Action } from '@dukkan/commerce';

/** A permission as the server describes it. */
export type PermissionInfo = {
  readonly key: string;
  readonly resource: string;
  readonly action: string | null;
  readonly title: string;
  readonly grantable: boolean;
};

export type ResourcePermissions = {
  readonly resource: string;
  readonly title: string;
  readonly whole: PermissionInfo | undefined;
  readonly actions: Readonly<Partial<Record<Action, PermissionInfo>>>;
};

/** Groups permissions by resource, in the server's order. */
export function groupByResource(permissions: readonly PermissionInfo[]): ResourcePermissions[] {
  const names = [...new Set(permissions.map((one) => one.resource))];
  return names.map((resource) => {
    const own = permissions.filter((one) => one.resource === resource);
    const whole = own.find((one) => one.action === null);
    const of = (action: Action) => own.find((one) => one.action === action);
    return {
      resource,
      title: whole?.title ?? resource,
      whole,
      actions: Object.fromEntries(ACTIONS.flatMap((action) => (of(action) ? [[action, of(action)]] : []))),
    };
  });
}

/**
 * Returns the role's permissions with one turned on or off; the permission for the whole resource replaces those for
 * its actions.
 */
export function togglePermission(
  permissions: readonly string[],
  resource: ResourcePermissions,
  action: Action | null,
  on: boolean,
): string[] {
  const key = action === null ? resource.resource : `${resource.resource}.${action}`;
  const without = permissions.filter((one) => one !== key);
  if (!on) return without;
  const narrower = ACTIONS.map((one) => `${resource.resource}.${one}`);
  const rest = action === null ? without.filter((one) => !narrower.includes(one)) : without;
  return [...rest, key].toSorted();
}
