import { api } from './api.ts';
import { useRead } from './read.ts';

/** The code of the shop's currency; undefined until the settings are read. */
export const useCurrency = (): string | undefined => useRead(api.setting.public, {}).results?.Currency;
