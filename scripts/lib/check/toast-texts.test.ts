import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { literals } from './sources.mjs';
import { listNamelessToasts } from './toast-texts.mjs';

const TEXTS: Record<string, string> = {
  'brand:saved': 'Saved',
  'brand:saved_named': '{{name}} saved',
  'profile:pin.saved': 'PIN saved',
};

function listFor(code: string): string[] {
  const { program } = parseSync('screen.tsx', code);
  return listNamelessToasts(
    { program, file: 'screen.tsx', line: (offset: number) => code.slice(0, offset).split('\n').length },
    {
      askedFor: (node: unknown) =>
        literals(node).map((text: string) => {
          const [namespace, key] = text.includes(':') ? text.split(':') : [undefined, text];
          return { namespace, key };
        }),
      own: ['brand'],
      textsOf: ([name]: string[], key: string) =>
        TEXTS[`${name}:${key}`] === undefined ? [] : [[`${name}:${key}`, TEXTS[`${name}:${key}`]]],
    },
  );
}

const NAMELESS = ['screen.tsx:1: the toast brand:saved does not name its thing: "Saved"'];

describe('toasts that do not name their thing', () => {
  it.each([
    ['a toast', "showSuccessToast(t('saved'))"],
    ['a write', "useWrite(api.brand.save, { success: t('saved') })"],
    ['a form whose text depends on the answer', "useDraft(api.brand.save, { success: () => t('saved') })"],
    ['a choice of two texts', "showSuccessToast(t(isNew ? 'saved_named' : 'saved', { name }))"],
    ['a toast with Undo', "const tell = useUndoToast(); tell(t('saved'), back)"],
  ])('a text without a name is found in %s', (_, code) => {
    expect(listFor(code)).toEqual(NAMELESS);
  });

  it.each([
    ['a text with a place for the name', "showSuccessToast(t('saved_named', { name }))"],
    ['a text that fills the place of another', "showSuccessToast(t('saved_named', { name: t('saved') }))"],
    ['a thing that exists once', "showSuccessToast(t('profile:pin.saved'))"],
    ['a text that is no toast', "setTitle(t('saved'))"],
  ])('nothing is found for %s', (_, code) => {
    expect(listFor(code)).toEqual([]);
  });
});
