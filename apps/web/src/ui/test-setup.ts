import { afterEach } from 'vitest';

// jsdom does no layout, so it lacks browser functions that overlays and lists use
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// a file that renders nothing uses `@vitest-environment node` and has no window, because it starts in a fifth of the
// time
if (typeof document !== 'undefined') {
  globalThis.ResizeObserver ??= NoObserver;
  Element.prototype.scrollIntoView ??= () => {};
  Element.prototype.hasPointerCapture ??= () => false;
  Element.prototype.setPointerCapture ??= () => {};
  Element.prototype.releasePointerCapture ??= () => {};

  const { cleanup } = await import('@testing-library/react');
  afterEach(cleanup);
}
