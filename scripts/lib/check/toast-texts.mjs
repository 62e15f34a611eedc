import { walk } from './sources.mjs';

/** Things that exist once, so that their name says which, and two texts of the specification, which have the name below. */
const ALONE = new Set([
  'shell:signed_out',
  'gateway:websites_saved',
  'order:online.copied',
  'order-return:created',
  'receipt:saved',
  'profile:identity.email_changed',
  'profile:identity.email_removed',
  'profile:identity.phone_changed',
  'profile:identity.phone_removed',
  'profile:identity.cancelled',
  'profile:saved',
  'profile:password.changed',
  'profile:pin.saved',
  'profile:pin.removed',
  'profile:session.others_ended',
]);

const calleeName = (node) => node.callee?.name ?? node.callee?.property?.name;

/** Returns every expression that is the text of a success toast in a file. */
function listToastTexts(program) {
  const texts = [];
  const tellers = new Set(['showSuccessToast']);
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' && calleeName(node.init ?? {}) === 'useUndoToast')
      tellers.add(node.id.name);
  });
  walk(program, (node, parents) => {
    if (node.type === 'CallExpression' && tellers.has(node.callee.name) && node.arguments[0])
      texts.push(node.arguments[0]);
    const isOption = node.type === 'Property' && (node.key.name ?? node.key.value) === 'success';
    const call = parents.at(-2);
    if (isOption && call?.type === 'CallExpression' && /^use/.test(calleeName(call) ?? ''))
      texts.push(node.value);
  });
  return texts;
}

/** Returns the calls of t in an expression, without those that only fill a place of another text. */
function listTranslations(expression) {
  const calls = [];
  walk(expression, (node, parents) => {
    if (
      node.type === 'CallExpression' &&
      calleeName(node) === 't' &&
      !parents.some((one) => calls.includes(one))
    )
      calls.push(node);
  });
  return calls;
}

/**
 * Lists the toasts whose text names no thing: a toast says what was saved, deleted, restored or moved.
 * @param askedFor returns the keys that a call of t asks for
 * @param textsOf returns the English texts of a key, [`namespace:key`, text], in these namespaces
 */
export function listNamelessToasts({ program, line, file }, { askedFor, own, textsOf }) {
  const found = [];
  for (const call of listToastTexts(program).flatMap(listTranslations)) {
    for (const { namespace, key } of askedFor(call.arguments[0])) {
      const texts = (namespace ? [namespace] : own).map((name) => textsOf([name], key));
      // a key without its namespace is in the first that has it
      for (const [name, text] of texts.find((some) => some.length > 0) ?? []) {
        if (!ALONE.has(name) && !text.includes('{{'))
          found.push(`${file}:${line(call.start)}: the toast ${name} does not name its thing: "${text}"`);
      }
    }
  }
  return found;
}
