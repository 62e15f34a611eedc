const apple = /mac|iphone|ipad/i.test(navigator.platform);

/** The keys of a command as this device writes them: ⌘ K or Ctrl K. */
export const formatCommandKeys = (key: string): string[] => [apple ? '⌘' : 'Ctrl', key];
