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
export function groupByResource(served: readonly PermissionInfo[]): ResourcePermissions[] {
  const names = [...new Set(served.map((one) => one.resource))];
  return names.map((resource) => {
    const own = served.filter((one) => one.resource === resource);
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
  held: readonly string[],
  of: ResourcePermissions,
  action: Action | null,
  on: boolean,
): string[] {
  const key = action === null ? of.resource : `${of.resource}.${action}`;
  const without = held.filter((one) => one !== key);
  if (!on) return without;
  const narrower = ACTIONS.map((one) => `${of.resource}.${one}`);
  const rest = action === null ? without.filter((one) => !narrower.includes(one)) : without;
  return [...rest, key].toSorted();
}
