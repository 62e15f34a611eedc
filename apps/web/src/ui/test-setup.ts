import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// jsdom draws nothing, so it lacks what layers and lists ask of a browser
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoObserver;
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};

afterEach(cleanup);
