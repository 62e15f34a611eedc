const apple = /mac|iphone|ipad/i.test(navigator.platform);

/** Returns the keys of a shortcut as this device writes them: ⌘ K or Ctrl K. */
export const formatCommandKeys = (key: string): string[] => [apple ? '⌘' : 'Ctrl', key];
