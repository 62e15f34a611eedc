import { hasTypedWords } from '@dukkan/commerce';
import type { ComponentProps } from 'react';
import { UiProvider } from '../ui/index.ts';

/** Provides the components with what they may not import: the spellings of one word that the search takes for equal. */
export const KitProvider = (props: Omit<ComponentProps<typeof UiProvider>, 'hasTypedWords'>) => (
  <UiProvider hasTypedWords={hasTypedWords} {...props} />
);
