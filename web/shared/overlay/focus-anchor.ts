/** Moves the focus to the element whose `data-returns` has this name, which may be another one than opened an overlay. */
export function focusAnchor(anchor: string): void {
  document.querySelector<HTMLElement>(`[data-returns="${CSS.escape(anchor)}"]`)?.focus();
}
