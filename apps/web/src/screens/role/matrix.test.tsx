import { api } from '@dukkan/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { afterEach, expect, it, vi } from 'vitest';
import { mockServer, renderApp } from '../../kit/test-utils.tsx';
import { PermissionMatrix } from './matrix.tsx';

const served = [
  { key: 'orders', resource: 'orders', action: null, title: 'Orders', grantable: true },
  ...['view', 'save', 'delete', 'export'].map((action) => ({
    key: `orders.${action}`,
    resource: 'orders',
    action,
    title: `Orders ${action}`,
    grantable: true,
  })),
  { key: 'driver', resource: 'driver', action: null, title: 'Drives', grantable: true },
  { key: 'taxs', resource: 'taxs', action: null, title: 'Taxes', grantable: false },
  { key: 'taxs.view', resource: 'taxs', action: 'view', title: 'Taxes view', grantable: false },
];

const Bench = ({ held }: { held: string[] }) => {
  const form = useForm({ defaultValues: { permissions: held } });
  return (
    <FormProvider {...form}>
      <PermissionMatrix disabled={false} />
      <Held />
    </FormProvider>
  );
};
const Held = () => <output>{String(useWatch({ name: 'permissions' }))}</output>;

const drawWith = async (held: string[]) => {
  mockServer({ [api.role.permissions.path]: () => ({ results: served }) });
  await renderApp({ '/': <Bench held={held} /> }, '/');
  await screen.findByRole('group', { name: 'Orders' });
};
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const held = () => screen.getByRole('status').textContent;

afterEach(() => vi.unstubAllGlobals());

it('single actions of a role can be turned on and off', async () => {
  await drawWith(['driver']);
  await userEvent.click(box('Orders: View'));
  expect(held()).toBe('driver,orders.view');
  await userEvent.click(box('Drives: All'));
  expect(held()).toBe('orders.view');
});

it('a whole resource replaces its actions in a role', async () => {
  await drawWith(['orders.export', 'orders.view']);
  await userEvent.click(box('Orders: All'));
  expect(held()).toBe('orders');
  expect(box('Orders: Delete').checked).toBe(true);
  expect(box('Orders: Delete').disabled).toBe(true);
  await userEvent.click(box('Orders: All'));
  expect(held()).toBe('');
  expect(box('Orders: Delete').disabled).toBe(false);
});

it('staff cannot grant permissions that they lack', async () => {
  await drawWith([]);
  expect(box('Taxes: All').disabled).toBe(true);
  expect(box('Taxes: View').disabled).toBe(true);
});

it('a resource without single actions offers none', async () => {
  await drawWith([]);
  const line = screen.getByRole('group', { name: 'Drives' });
  expect(within(line).getAllByRole('checkbox')).toHaveLength(1);
});
