import { api } from '@dukkan/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, renderApp } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import { FailedJobsBanner, FailedJobsCard } from './jobs-card.tsx';

const broken = {
  id: 7,
  queue: 'order.repeat',
  noun: 'order',
  record_id: 41,
  tries: 2,
  failed_at: '2026-11-25T08:00:00.000Z',
  message: 'The server stopped while this job was running.',
  actions: ['retry', 'drop'],
};

/** Mocks a server with failed jobs, until the user decides about them. */
function serveJobs(first: readonly object[]) {
  let jobs = first;
  const decide = () => {
    jobs = [];
    return { results: { id: broken.id } };
  };
  return mockServer({
    [api.job.list.path]: () => ({ results: jobs, meta: createPageMeta(jobs.length) }),
    [api.job.retry.path.replace('{id}', '7')]: decide,
    [api.job.drop.path.replace('{id}', '7')]: decide,
  });
}

const start = async (jobs: readonly object[]) => {
  await initTexts(['setting', 'kit', 'shell', 'failures']);
  const server = serveJobs(jobs);
  const page = (
    <>
      <FailedJobsBanner />
      <FailedJobsCard />
    </>
  );
  await renderApp({ '/': page }, '/');
  await screen.findByRole('heading', { name: 'Failed jobs' });
  return server;
};
const button = (name: RegExp) => screen.findByRole('button', { name });

afterEach(() => vi.unstubAllGlobals());

describe('failed jobs in the settings', () => {
  it('the failed jobs card says that there are none', async () => {
    await start([]);
    await screen.findByText('No failed jobs');
    expect(screen.queryByText(/decision/)).toBeNull();
  });

  it('failed jobs are counted, named with their record and reason, and retried with one press', async () => {
    const server = await start([broken]);
    await screen.findByText(/1 failed job needs a decision/);
    expect(screen.getByRole('link', { name: 'Order 41' })).toHaveProperty('pathname', '/orders/41');
    expect(screen.getByText(broken.message)).toBeTruthy();
    await userEvent.click(await button(/Retry job/));
    await screen.findByText('No failed jobs');
    expect(server.requests.some(({ path }) => path.endsWith('/admin/jobs/retry/7'))).toBe(true);
  });

  it('failed jobs are discarded only after a question', async () => {
    const server = await start([broken]);
    const isDropped = () => server.requests.some(({ path }) => path.endsWith('/admin/jobs/drop/7'));
    await userEvent.click(await button(/Discard job: Create next recurring order/));
    await screen.findByText('Discard this job?');
    expect(isDropped()).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Discard job' }));
    await waitFor(() => expect(isDropped()).toBe(true));
    await screen.findByText('No failed jobs');
  });

  it('failed jobs offer no actions to staff who may only view settings', async () => {
    await start([{ ...broken, actions: [] }]);
    await screen.findByText(broken.message);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
