import { render, screen, waitFor } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { initTexts, textFiles, useTranslation } from './i18n.ts';

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    return this.state.failed ? 'could not be shown' : this.props.children;
  }
}

const Page = () => {
  const { t } = useTranslation('brand');
  return <h1>{t('title')}</h1>;
};

const draw = () =>
  render(
    <Boundary>
      <Suspense fallback="waiting">
        <Page />
      </Suspense>
    </Boundary>,
  );

it('a page whose texts cannot load says so instead of showing keys, and loads them once the server is back', async () => {
  await initTexts([]);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const read = vi.spyOn(textFiles, 'load').mockRejectedValue(new Error('gone'));
  const first = draw();
  await waitFor(() => expect(document.body.textContent).toBe('could not be shown'));
  first.unmount();
  read.mockRestore();
  await new Promise((done) => setTimeout(done, 1_100));
  draw();
  expect((await screen.findByRole('heading')).textContent).toMatch(/^Brand/);
});
