import { BRANCH_FISCAL, BRANCH_TYPES, TAX_MODES } from 'virtual:facts';
import { defineFields, statusFact } from '../../kit/index.ts';

const types = BRANCH_TYPES.map((type) => ({ value: type, label: `branch:type.${type}` }));

const fiscals = BRANCH_FISCAL.map((value) => ({ value, label: `branch:fiscal.${value}` }));

const taxModes = TAX_MODES.map((value) => ({ value, label: `branch:tax_mode.${value}` }));

/** The fields of a branch in the form and the change history. */
export const formFields = defineFields({
  names: { kind: 'localized' },
  no: { kind: 'code' },
  managers_ids: { kind: 'ref', to: 'account' },
  phones: { kind: 'code' },
  status: statusFact,
  logo_base64: { kind: 'image', label: 'fields:logo' },
  addresses: { kind: 'localized', rows: 2 },
  country_id: { kind: 'ref', to: 'location' },
  state_id: { kind: 'ref', to: 'location' },
  city_id: { kind: 'ref', to: 'location' },
  area_id: { kind: 'ref', to: 'location' },
  coordinates: { kind: 'text', name: 'settings.coordinates' },
  timezone: { kind: 'code', name: 'settings.timezone' },
  warehouse: { kind: 'flag' },
  type: { kind: 'choice', name: 'settings.type', options: types },
  fullfillment: { kind: 'flag', name: 'settings.fullfillment' },
  tax: { kind: 'percent', name: 'settings.tax.value' },
  tax_mode: { kind: 'choice', name: 'settings.tax_mode', options: taxModes },
  fiscal: { kind: 'choice', name: 'settings.fiscal', options: fiscals },
  check_stock: { kind: 'flag', name: 'settings.product_check_availability' },
  refund_force_auth: { kind: 'flag', name: 'settings.refund_force_auth' },
  pos: { kind: 'text' },
  printers: { kind: 'text' },
});

/** The columns of the list that differ from the form's fields. */
export const rowFields = defineFields({
  name: { kind: 'text' },
  address: { kind: 'text' },
  city: { kind: 'text', name: 'city_name', label: 'fields:city_id' },
  managers: { kind: 'text', label: 'fields:managers_ids' },
  type: { kind: 'choice', label: 'fields:settings.type', options: types },
  warehouse: {
    kind: 'choice',
    options: [
      { value: 1, label: 'kit:yes' },
      { value: 0, label: 'kit:no' },
    ],
  },
  staff: { kind: 'integer', name: 'staff_count', label: 'branch:staff_count' },
});
