import { afterAll, afterEach, vi } from 'vitest';

// many test files share a worker and its window, so each file starts with fresh modules and the state of a new tab
vi.resetModules();
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// jsdom does no layout, so it lacks browser functions that overlays and lists use
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// a file that renders nothing uses `@vitest-environment node` and has no window, because it starts in a fifth of the
// time
if (typeof document !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.title = '';
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);

  globalThis.ResizeObserver ??= NoObserver;
  Element.prototype.scrollIntoView ??= () => {};
  Element.prototype.hasPointerCapture ??= () => false;
  Element.prototype.setPointerCapture ??= () => {};
  Element.prototype.releasePointerCapture ??= () => {};

  const { cleanup } = await import('@testing-library/react');
  afterEach(cleanup);
}
