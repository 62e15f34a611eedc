import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp, testUser } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import RolePages from './role-pages.tsx';

it('a role whose work Home does not tell lists its pages', async () => {
  await initTexts(['shell']);
  await renderApp({ '/': <RolePages /> }, '/', { ...testUser, permissions: ['taxs'] });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toContain('/taxs');
  expect(links).not.toContain('/orders');
});

it('a role without pages says whom to ask', async () => {
  await initTexts(['shell']);
  await renderApp({ '/': <RolePages /> }, '/', { ...testUser, permissions: [] });
  screen.getByText(/Ask an administrator/);
  expect(screen.queryByRole('link')).toBeNull();
});
