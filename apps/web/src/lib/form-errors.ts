export type Wrong = { path: string; message: string };

/** Every message of a form's errors with the path of its field, in the order of the form. */
export function wrongOf(errors: unknown, path = ''): Wrong[] {
  if (typeof errors !== 'object' || errors === null) return [];
  const message: unknown = Reflect.get(errors, 'message');
  if (typeof message === 'string' && 'type' in errors) return [{ path, message }];
  return Object.entries(errors).flatMap(([key, inner]) => wrongOf(inner, path ? `${path}.${key}` : key));
}

/** The id of a field's control on the page. */
export const fieldId = (name: string): string => `f-${name.replaceAll('.', '-')}`;

/** Puts the focus on the control of a field, or of the field that it is a part of. */
export function focusField(path: string): boolean {
  for (let name = path; name !== ''; name = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : '') {
    const control = document.getElementById(fieldId(name));
    if (!control) continue;
    control.focus();
    control.scrollIntoView({ block: 'center' });
    return true;
  }
  return false;
}
