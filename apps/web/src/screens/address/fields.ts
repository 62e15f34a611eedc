import { defineFields, statusFact } from '../../kit/index.ts';

/** The fields of an address in the form and the change history. */
export const formFields = defineFields({
  user_id: { kind: 'ref', to: 'customer', shown: 'user_name' },
  name: { kind: 'text' },
  phone: { kind: 'code', mode: 'tel' },
  status: statusFact,
  default: { kind: 'flag', label: 'address:make_default' },
  area_no: { kind: 'code', name: 'info.area_no' },
  street: { kind: 'text', name: 'info.street' },
  home_no: { kind: 'text', name: 'info.home_no' },
  area_id: { kind: 'ref', to: 'location', name: 'info.area_id', shown: 'area_name' },
  lat: { kind: 'quantity' },
  lng: { kind: 'quantity' },
});

/** The columns of the list that the form does not have. */
export const rowFields = defineFields({
  plate: { kind: 'text', name: 'info', label: 'fields:address' },
  area: { kind: 'text', name: 'area_name' },
  zone: { kind: 'text' },
  is_default: {
    kind: 'choice',
    name: 'default',
    label: 'address:default',
    options: [
      { value: 1, label: 'kit:yes' },
      { value: 0, label: 'kit:no' },
    ],
  },
  area_filter: { kind: 'ref', to: 'location', name: 'area_id' },
});
