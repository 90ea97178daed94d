/** The method of a form that finds its inputs. */
export interface Fields {
  getInputNode: (path: string) => HTMLElement | null;
}

/** Focuses the first field with an error, in the order of the fields on the page. */
export function focusFirstError(form: Fields, errors: Record<string, unknown>): void {
  const nodes = Object.keys(errors)
    .map((path) => form.getInputNode(path))
    .filter((node) => node !== null);
  const [first] = nodes.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.focus();
}
