import type { MouseEvent } from 'react';

/** Roles of elements that handle a click themselves. */
const roles = ['button', 'link', 'checkbox', 'switch', 'radio', 'combobox', 'menuitem', 'option', 'tab', 'slider'];
const tags = 'a, button, input, select, textarea, label, summary, [contenteditable]';
const controls = `${tags}, ${roles.map((role) => `[role="${role}"]`).join(', ')}`;

/** Returns the id of the clicked row. Undefined for a click on a control, or at the end of a text selection. */
export function pressedRow(event: MouseEvent<HTMLElement>): string | undefined {
  if (!(event.target instanceof Element)) return undefined;
  // What opens in place is no part of its row.
  if (event.target.closest('[data-opened]')) return undefined;
  const row = event.target.closest<HTMLElement>('[data-row]');
  const control = event.target.closest(controls);
  // A control that contains the whole list does not count.
  if (control && row?.contains(control)) return undefined;
  if (window.getSelection()?.isCollapsed === false) return undefined;
  return row?.dataset['row'];
}
