import { type Localized, resolveText } from '@dukkan/commerce';
import { getPermissions, hasPermission } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';

/** Who decides what a till's letter or exception needs a person for. */
const DECIDES = { resource: ['sessions', 'branchs'], action: 'save' } as const;

/** True when the caller may book held letters and close exceptions. */
export const canDecide = (ctx: Ctx): boolean => hasPermission(getPermissions(ctx), DECIDES);

/** Returns the names of a row's branch and till; a till that is gone is its number. */
export const nameTill = (
  ctx: Ctx,
  row: {
    readonly branch_names: unknown;
    readonly device_name: string | null;
    readonly device_id: number;
  },
) => ({
  branch_name: resolveText(row.branch_names as Localized, ctx.locale),
  device_name: row.device_name ?? `#${row.device_id}`,
});
