import { api } from '@dukkan/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, renderApp } from '../../kit/test-utils.tsx';
import { PlaceFields } from './place.tsx';

const place = (
  id: number,
  type: number,
  parent_id: number | null,
  name: string,
  timezone: string | null = null,
) => ({
  ...{ id, type, parent_id, name, timezone },
  ...{ code: null, utc: null, mobileCode: null, status: 1 },
});

const PLACES = [
  place(1, -2, null, 'Qatar', 'Asia/Qatar'),
  place(2, -2, null, 'Egypt', 'Africa/Cairo'),
  place(11, -1, 1, 'Doha Municipality'),
  place(12, -1, 2, 'Giza'),
  place(21, 1, 11, 'Doha'),
  place(31, 0, 21, 'West Bay'),
];

const serve = () =>
  mockServer({
    [api.location.list.path]: (body) => {
      const results = PLACES.filter(
        (one) =>
          (body.id === undefined || one.id === body.id) &&
          (body.type === undefined || one.type === body.type) &&
          (body.parent_id === undefined || one.parent_id === body.parent_id),
      );
      return { results, meta: createPageMeta(results.length, 1, 50) };
    },
  });

type Chosen = {
  country_id: number | null;
  state_id: number | null;
  city_id: number | null;
  area_id: number | null;
};
const none: Chosen = { country_id: null, state_id: null, city_id: null, area_id: null };
const all: Chosen = { country_id: 1, state_id: 11, city_id: 21, area_id: 31 };

const Bench = ({ chosen, timezone }: { chosen: Chosen; timezone: string }) => {
  const form = useForm({ defaultValues: { ...chosen, settings: { timezone } } });
  return (
    <FormProvider {...form}>
      <PlaceFields />
      <Values />
    </FormProvider>
  );
};
const Values = () => <output>{JSON.stringify(useWatch())}</output>;
const values = () =>
  JSON.parse(screen.getByRole('status').textContent ?? '') as Chosen & { settings: object };
const box = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });

const start = async (chosen: Chosen, timezone = '') => {
  const server = serve();
  await renderApp({ '/': <Bench chosen={chosen} timezone={timezone} /> }, '/');
  await screen.findByRole('combobox', { name: 'Country' });
  return server;
};
const choose = async (name: string, option: string) => {
  await userEvent.click(box(name));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('a location level opens with the one above and offers places within it only', async () => {
  const { of } = await start(none);
  expect([box('State').disabled, box('City').disabled, box('Area').disabled]).toEqual([true, true, true]);
  expect(box('State').placeholder).toBe('Choose first: Country');
  await choose('Country', 'Qatar');
  await waitFor(() => expect(box('State').disabled).toBe(false));
  expect(box('City').disabled).toBe(true);
  await userEvent.click(box('State'));
  await screen.findByRole('option', { name: 'Doha Municipality' });
  expect(screen.queryByRole('option', { name: 'Giza' })).toBeNull();
  expect(of(api.location.list).findLast((body) => body.type === -1)).toMatchObject({
    parent_id: 1,
    status: 1,
  });
});

it('choosing another place clears the levels below, choosing the same keeps them', async () => {
  await start(all);
  await choose('Country', 'Qatar');
  expect(values()).toMatchObject(all);
  await choose('State', 'Doha Municipality');
  expect(values()).toMatchObject(all);
  await choose('Country', 'Egypt');
  expect(values()).toMatchObject({ country_id: 2, state_id: null, city_id: null, area_id: null });
  expect(box('City').disabled).toBe(true);
});

it('clearing a location level clears those below and keeps those above', async () => {
  await start(all);
  await waitFor(() => expect(box('City').value).toBe('Doha'));
  const clears = screen.getAllByRole('button', { name: 'Clear' });
  await userEvent.click(clears[2] as HTMLElement);
  expect(values()).toMatchObject({ country_id: 1, state_id: 11, city_id: null, area_id: null });
});

it('choosing a country sets its time zone unless another was chosen', async () => {
  await start(none);
  await choose('Country', 'Egypt');
  await waitFor(() => expect(values().settings).toEqual({ timezone: 'Africa/Cairo' }));
  await choose('Country', 'Qatar');
  await waitFor(() => expect(values().country_id).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(values().settings).toEqual({ timezone: 'Africa/Cairo' });
});
