import { createContext } from 'react';
import type { Draft } from './use-draft.ts';

/** The draft of the form around; its record carries what is shown beside the values (an image's address). */
export const DraftContext = createContext<Draft | null>(null);
