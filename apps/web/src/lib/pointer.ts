/** Returns whether a mouse points: focusing a box by touch would open a keyboard over the page. */
export const isMouseUsed = (): boolean => globalThis.matchMedia?.('(pointer: fine)').matches ?? false;
