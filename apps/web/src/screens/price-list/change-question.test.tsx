import { api } from '@dukkan/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { mockServer, renderApp } from '../../kit/test-utils.tsx';
import { PriceListQuestion, usePriceListQuestion } from './change-question.tsx';

const effect = {
  ...{ branch_id: 1, branch_name: 'The Pearl', kind: 'stop', count: 14 },
  ...{ from_date: null, to_date: '2026-11-30', audience: 'all', phones_count: 0 },
};

const Page = ({ separateFrom }: { separateFrom: string | null }) => {
  const { question, ask } = usePriceListQuestion();
  const save = async () => {
    document.title = await ask(7, { start_date: '2026-12-01' }, separateFrom);
  };
  return (
    <>
      <button type="button" onClick={() => void save()}>
        Save
      </button>
      <PriceListQuestion of={question} confirmLabel="Save price list" />
    </>
  );
};

async function open(effects: object[], separateFrom: string | null = null) {
  mockServer({ [api.priceList.preview.path.replace('{id}', '7')]: () => ({ results: { effects } }) });
  await renderApp({ '/': <Page separateFrom={separateFrom} /> }, '/');
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
}

it('a price list change asks in which branch and until when prices stop, and saves after the answer', async () => {
  await open([effect, { ...effect, kind: 'start', count: 1, from_date: '2027-01-01', to_date: null }]);
  const dialog = await screen.findByRole('alertdialog');
  const [stops, starts] = within(dialog)
    .getAllByRole('listitem')
    .map((item) => item.textContent?.replace(/[\u2066-\u2069]/g, ''));
  expect(stops).toMatch(/^14 prices stop applying at The Pearl until .*30.*2026/);
  expect(starts).toMatch(/^1 price starts applying at The Pearl from .*1.*2027/);
  expect(within(dialog).queryByRole('button', { name: 'Create a separate list' })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save price list' }));
  expect(document.title).toBe('save');
});

it('a price list change offers a separate list for changed prices, and asks nothing without an effect', async () => {
  await open([effect], '2026-12-01');
  const dialog = await screen.findByRole('alertdialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create a separate list' }));
  expect(document.title).toBe('separate');
});

it('a price list change asks nothing when it neither stops nor starts a price', async () => {
  await open([]);
  await expect.poll(() => document.title).toBe('save');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
