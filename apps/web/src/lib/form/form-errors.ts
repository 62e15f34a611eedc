export type FieldError = { path: string; message: string };

/** Returns all error messages of a form with their field paths, in the form's order. */
export function collectErrors(errors: unknown, path = ''): FieldError[] {
  if (typeof errors !== 'object' || errors === null) return [];
  const message: unknown = Reflect.get(errors, 'message');
  if (typeof message === 'string' && 'type' in errors) return [{ path, message }];
  return Object.entries(errors).flatMap(([key, inner]) =>
    collectErrors(inner, path ? `${path}.${key}` : key),
  );
}

/**
 * Returns the id of a field's control; `form` keeps the ids of a dialog's fields apart from those of the page behind
 * it.
 */
export const toFieldId = (name: string, form = ''): string => `f${form}-${name.replaceAll('.', '-')}`;

/** Returns the control of a field, or of the field that contains it. */
function findControl(path: string): HTMLElement | null {
  for (let name = path; name !== ''; name = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : '') {
    const control = document.getElementById(toFieldId(name));
    if (control) return control;
  }
  return null;
}

/** Sorts errors by their position on the page; errors without a field come last. */
export function sortByPagePosition(wrong: readonly FieldError[]): FieldError[] {
  const errorsWithControls = wrong.map((error) => ({ one: error, control: findControl(error.path) }));
  return errorsWithControls
    .toSorted((a, b) => {
      if (!a.control || !b.control) return Number(a.control === null) - Number(b.control === null);
      const place = a.control.compareDocumentPosition(b.control);
      if (place & Node.DOCUMENT_POSITION_FOLLOWING) return -1;
      return place & Node.DOCUMENT_POSITION_PRECEDING ? 1 : 0;
    })
    .map(({ one }) => one);
}

function focusControl(control: HTMLElement): void {
  control.focus();
  // scrolls to the centre, so that sticky bars do not cover the control
  control.scrollIntoView({ block: 'center' });
}

/** Focuses the control of a field, or of the field that contains it. */
export function focusField(path: string): boolean {
  const control = findControl(path);
  if (control) focusControl(control);
  return control !== null;
}

/** Focuses the first invalid control of a form once it is drawn. */
export function focusFirstError(form: Element | null): void {
  requestAnimationFrame(() => {
    const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (control) focusControl(control);
  });
}
