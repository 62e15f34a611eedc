import { api } from '@dukkan/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mockServer, renderApp, testUser } from '../../kit/test-utils.tsx';
import type { Setting } from './draft.ts';
import ThemePage from './theme-page.tsx';

const theme: Setting['theme'] = {
  primary: '#2876E2',
  skin: 'system',
  menu: 'open',
  density: 'comfortable',
  radius: 8,
  direction: 'auto',
};

const start = async (user = testUser) => {
  const server = mockServer({
    [api.setting.show.path]: () => ({ results: { theme, revision: 4 } }),
    [api.setting.save.path]: (input) => ({
      results: { theme: { ...theme, ...(input.theme as object) }, revision: 5 },
    }),
  });
  await renderApp({ '/': <ThemePage /> }, '/', user);
  await screen.findByRole('heading', { name: 'Theme and layout' });
  await screen.findAllByText('Your shop');
  return { saves: () => server.of(api.setting.save) };
};
const colour = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Primary color/ });
const writeColour = async (text: string) => {
  await userEvent.clear(colour());
  await userEvent.type(colour(), text);
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const panes = () => [...document.querySelectorAll<HTMLElement>('figure [data-skin][lang]')];

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('the theme', () => {
  it('the theme is previewed in both modes and both directions without changing the page', async () => {
    const before = document.documentElement.style.cssText;
    const { saves } = await start();
    await writeColour('#0f5132');
    expect(panes().map(({ dataset, dir }) => `${dataset.skin} ${dir}`)).toEqual([
      'light ltr',
      'light rtl',
      'dark ltr',
      'dark rtl',
    ]);
    for (const pane of panes()) expect(pane.style.getPropertyValue('--brand')).toBe('#0f5132');
    fireEvent.change(screen.getByRole('slider', { name: 'Rounded corners' }), { target: { value: '0' } });
    for (const pane of panes()) expect(pane.style.getPropertyValue('--corner')).toBe('0px');
    await userEvent.click(screen.getByRole('radio', { name: 'Compact' }));
    for (const pane of panes()) expect(pane.dataset.density).toBe('compact');
    expect(document.documentElement.style.cssText).toBe(before);
    expect(saves()).toEqual([]);
  });

  it('an unreadable color offers its nearest readable shade, which is then saved', async () => {
    const { saves } = await start();
    await writeColour('#FFD400');
    screen.getByText(/contrast of only 1.79|contrast of only 1.80/);
    await userEvent.click(screen.getByRole('button', { name: /nearest readable shade/ }));
    screen.getByText(/contrast of 4\.5\d. That's readable/);
    const shade = colour().value;
    await save();
    await waitFor(() => expect(saves()).toHaveLength(1));
    expect(saves()[0]).toEqual({ revision: 4, theme: { ...theme, primary: shade } });
  });

  it('a text that is no color is reported at its field, and the last color stays in the preview', async () => {
    const { saves } = await start();
    await writeColour('red');
    expect(panes()[0]?.style.getPropertyValue('--brand')).toBe('#2876E2');
    await save();
    await waitFor(() => expect(colour().getAttribute('aria-invalid')).toBe('true'));
    expect(saves()).toEqual([]);
  });

  it("the theme card says when the reader's own choice overrides the shop's", async () => {
    await start({ ...testUser, preferences: { ...testUser.preferences, skin: 'dark' } });
    screen.getByText('You have your own setting: Dark.');
  });

  it('the theme is locked for staff who may only view settings', async () => {
    await start({ ...testUser, permissions: ['settings.view'] });
    screen.getByText('You can look at the theme, but not change it.');
    expect(colour().closest('fieldset')?.disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});
