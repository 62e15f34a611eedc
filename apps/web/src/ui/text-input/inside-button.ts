import { createContext } from 'react';

/** True for the child of a button with `asChild`: a link that looks and works as a button. */
export const InsideButton = createContext(false);
