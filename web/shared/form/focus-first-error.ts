/** The part of a form that leads to its fields. */
export interface Fields {
  getInputNode: (path: string) => HTMLElement | null;
}

/** Puts the focus on the first field that has an error, in the order in which the fields stand on the page. */
export function focusFirstError(form: Fields, errors: Record<string, unknown>): void {
  const nodes = Object.keys(errors)
    .map((path) => form.getInputNode(path))
    .filter((node) => node !== null);
  const [first] = nodes.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.focus();
}
