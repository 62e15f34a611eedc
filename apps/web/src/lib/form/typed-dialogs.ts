// The router takes one blocker at a time: a page that has one asks for the dialogs above it too.

let typedDialogs = 0;
let pagePrompts = 0;
/** True while a click on a link is handled. */
let isLink = false;

const noteLink = ({ target }: Event) => {
  isLink = target instanceof Element && target.closest('a[href]') !== null;
  setTimeout(() => {
    isLink = false;
  });
};

/** Counts a dialog with typed text. @returns a function that ends it */
export function trackTypedDialog(): () => void {
  typedDialogs += 1;
  if (typedDialogs === 1) addEventListener('click', noteLink, { capture: true });
  return () => {
    typedDialogs -= 1;
    if (typedDialogs === 0) removeEventListener('click', noteLink, { capture: true });
  };
}

/** Counts a page that asks before its changes are lost. @returns a function that ends it */
export function trackPagePrompt(): () => void {
  pagePrompts += 1;
  return () => {
    pagePrompts -= 1;
  };
}

export const hasPagePrompt = (): boolean => pagePrompts > 0;

/** True when Back or a clicked link would drop what was typed into a dialog; what a dialog opens after it was saved is none. */
export const wouldDropTypedDialog = (historyAction: string): boolean =>
  typedDialogs > 0 && (historyAction === 'POP' || isLink);
