import { api } from '@dukkan/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mockServer, renderApp, testUser } from '../../kit/test-utils.tsx';
import { currentSession, type User } from '../../lib/server/session.ts';
import { PasswordCard } from './password.tsx';

const drawFor = async (user: User) => {
  await renderApp(
    { '/profile': <PasswordCard user={user} id="password" />, '/': <p>Home</p> },
    '/profile',
    user,
  );
  await screen.findByRole('heading', { name: 'Password' });
};
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
const change = () => userEvent.click(screen.getByRole('button', { name: 'Change password' }));
const met = () =>
  within(screen.getByRole('list', { name: 'Password rules' }))
    .getAllByRole('listitem')
    .filter((item) => item.textContent?.includes('(met)'))
    .map((item) => item.textContent?.replace(' (met)', ''));

afterEach(() => vi.unstubAllGlobals());

describe('the own password', () => {
  it('password rules are ticked one by one while typing', async () => {
    mockServer({});
    await drawFor(testUser);
    expect(met()).toEqual([]);
    await userEvent.type(field(/^New password/), 'abc');
    expect(met()).toEqual(['a lowercase letter']);
    await userEvent.type(field(/^New password/), 'D1!');
    expect(met()).toEqual([
      'a lowercase letter',
      'an uppercase letter',
      'a digit',
      'one of ! @ # $ % & * ( )',
    ]);
    await userEvent.type(field(/^New password/), 'xy');
    expect(met()).toHaveLength(5);
  });

  it('a password that is weak, too long, unchanged or not confirmed is not sent', async () => {
    const { of } = mockServer({});
    await drawFor(testUser);
    await userEvent.type(field(/^Current password/), 'Present!1');
    const tries = [
      ['short', 'short', "The new password doesn't meet the unchecked rules below."],
      ['Present!1', 'Present!1', 'The new password is the same as the current one.'],
      [`Aa1!${'é'.repeat(35)}`, `Aa1!${'é'.repeat(35)}`, 'This password is too long (72 bytes at most).'],
      ['Better!2026', 'Better!2027', "The passwords don't match."],
    ] as const;
    for (const [next, again, said] of tries) {
      await userEvent.clear(field(/^New password/));
      await userEvent.clear(field(/^Password confirmation/));
      await userEvent.type(field(/^New password/), next);
      await userEvent.type(field(/^Password confirmation/), again);
      await change();
      await screen.findByText(said);
    }
    expect(of(api.auth.updateProfile)).toEqual([]);
  });

  it('a new password is sent with the current one, and a refusal is shown on that field', async () => {
    const { of } = mockServer({
      [api.auth.updateProfile.path]: () => ({
        failure: { code: 'auth.password_wrong', errors: { current_password: ['Not this one.'] } },
      }),
    });
    await drawFor(testUser);
    await userEvent.type(field(/^Current password/), 'Guess!1');
    await userEvent.type(field(/^New password/), 'Better!2026');
    await userEvent.type(field(/^Password confirmation/), 'Better!2026');
    await change();
    await screen.findByText('Not this one.');
    expect(field(/^Current password/).getAttribute('aria-invalid')).toBe('true');
    expect(of(api.auth.updateProfile)).toEqual([
      { current_password: 'Guess!1', password: 'Better!2026', password_confirmation: 'Better!2026' },
    ]);
    expect(field(/^New password/).value).toBe('Better!2026');
  });

  it('changing a password set by somebody else opens the app', async () => {
    const forced: User = { ...testUser, must_change_password: true };
    mockServer({ [api.auth.updateProfile.path]: () => ({ results: { ...testUser, version: 2 } }) });
    await drawFor(forced);
    await userEvent.type(field(/^Current password/), 'Given!123');
    await userEvent.type(field(/^New password/), 'Better!2026');
    await userEvent.type(field(/^Password confirmation/), 'Better!2026');
    await change();
    await screen.findByText('Home');
    expect(currentSession().user?.must_change_password).toBe(false);
  });

  it('an account without a password confirms by a code to its current e-mail', async () => {
    const { of } = mockServer({
      [api.auth.confirmCode.path]: () => ({ results: { user_id: 'req', expires_in: 300, resend_in: 60 } }),
      [api.auth.updateProfile.path]: () => ({ results: { ...testUser, version: 2 } }),
    });
    await drawFor({ ...testUser, has_password: false });
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    await userEvent.type(await screen.findByLabelText(/^Code/), '١٢٣٤٥٦');
    // another code can only be requested after the wait
    expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull();
    await userEvent.type(field(/^New password/), 'Better!2026');
    await userEvent.type(field(/^Password confirmation/), 'Better!2026');
    await change();
    await waitFor(() =>
      expect(of(api.auth.updateProfile)).toEqual([
        {
          current_code: { user_id: 'req', code: '123456' },
          password: 'Better!2026',
          password_confirmation: 'Better!2026',
        },
      ]),
    );
  });
});
