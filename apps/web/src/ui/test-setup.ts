import { afterEach } from 'vitest';

// jsdom draws nothing, so it lacks what layers and lists ask of a browser
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// a file that draws nothing says `@vitest-environment node` and has no window: it is ready in a fifth of the time
if (typeof document !== 'undefined') {
  globalThis.ResizeObserver ??= NoObserver;
  Element.prototype.scrollIntoView ??= () => {};
  Element.prototype.hasPointerCapture ??= () => false;
  Element.prototype.setPointerCapture ??= () => {};
  Element.prototype.releasePointerCapture ??= () => {};

  const { cleanup } = await import('@testing-library/react');
  afterEach(cleanup);
}
