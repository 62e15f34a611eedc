export type FieldError = { path: string; message: string };

/** Every message of a form's errors with the path of its field, in the order of the form. */
export function collectErrors(errors: unknown, path = ''): FieldError[] {
  if (typeof errors !== 'object' || errors === null) return [];
  const message: unknown = Reflect.get(errors, 'message');
  if (typeof message === 'string' && 'type' in errors) return [{ path, message }];
  return Object.entries(errors).flatMap(([key, inner]) =>
    collectErrors(inner, path ? `${path}.${key}` : key),
  );
}

/** The id of a field's control on the page. */
export const fieldId = (name: string): string => `f-${name.replaceAll('.', '-')}`;

/** The control of a field, or of the field that it is a part of. */
function controlOf(path: string): HTMLElement | null {
  for (let name = path; name !== ''; name = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : '') {
    const control = document.getElementById(fieldId(name));
    if (control) return control;
  }
  return null;
}

/** What is wrong in the order in which it stands on the page; what has no field of its own comes last. */
export function inPageOrder(wrong: readonly FieldError[]): FieldError[] {
  const placed = wrong.map((one) => ({ one, control: controlOf(one.path) }));
  return placed
    .toSorted((a, b) => {
      if (!a.control || !b.control) return Number(a.control === null) - Number(b.control === null);
      const place = a.control.compareDocumentPosition(b.control);
      if (place & Node.DOCUMENT_POSITION_FOLLOWING) return -1;
      return place & Node.DOCUMENT_POSITION_PRECEDING ? 1 : 0;
    })
    .map(({ one }) => one);
}

function reach(control: HTMLElement): void {
  control.focus();
  // clear of the bars that stick to the page's ends
  control.scrollIntoView({ block: 'center' });
}

/** Puts the focus on the control of a field, or of the field that it is a part of. */
export function focusField(path: string): boolean {
  const control = controlOf(path);
  if (control) reach(control);
  return control !== null;
}

/** Puts the focus on the first control of a form that is marked as wrong, once that is drawn. */
export function focusFirstError(form: Element | null): void {
  requestAnimationFrame(() => {
    const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (control) reach(control);
  });
}
