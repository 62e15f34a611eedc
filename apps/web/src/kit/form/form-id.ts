import { createContext } from 'react';

/** The id of the dialog's form, which the ids of its fields contain; empty on a page, which has one form. */
export const FormIdContext = createContext('');
