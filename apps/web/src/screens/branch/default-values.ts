import type { api } from '@dukkan/contract';
import type { InputOf, RowOf } from '../../lib/server/endpoint.ts';

export type Branch = RowOf<typeof api.branch.show>;
type BranchInput = InputOf<typeof api.branch.create>;

const none = { ar: '', en: '', de: '' };

/**
 * Returns the form's values for a branch. By default a new branch delivers, sells only available stock, and charges no
 * tax.
 */
export const getBranchFormValues = (branch: Branch | null) => {
  const settings = branch?.settings;
  return {
    names: branch?.names ?? none,
    addresses: branch?.addresses ?? none,
    no: branch?.no ?? '',
    managers_ids: branch?.managers_ids ?? [],
    phones: branch?.phones ?? [],
    status: branch?.status === 0 ? 0 : 1,
    // the URL of the stored picture, so that the form notices another picture or its removal
    logo_base64: branch?.logo_url ?? null,
    warehouse: branch?.warehouse === 1,
    country_id: branch?.country_id ?? null,
    state_id: branch?.state_id ?? null,
    city_id: branch?.city_id ?? null,
    area_id: branch?.area_id ?? null,
    pos: (branch?.pos ?? []).map(({ id, name, status }) => ({ id, name, status: status === 0 ? 0 : 1 })),
    printers: (branch?.printers ?? []) as NonNullable<BranchInput['printers']>,
    settings: {
      type: settings?.type ?? 'delivery',
      fullfillment: (settings?.fullfillment ?? 1) === 1,
      refund_force_auth: settings?.refund_force_auth ?? true,
      product_check_availability: settings?.product_check_availability ?? true,
      coordinates: settings?.coordinates ?? null,
      tax: { value: settings?.tax.value ?? 0 },
      tax_mode: settings?.tax_mode ?? null,
      fiscal: settings?.fiscal ?? 'none',
      timezone: settings?.timezone ?? '',
    },
  } satisfies { [K in keyof BranchInput]?: BranchInput[K] };
};
