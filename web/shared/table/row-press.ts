import type { MouseEvent } from 'react';

/** What does something of its own when it is pressed. */
const roles = ['button', 'link', 'checkbox', 'switch', 'radio', 'combobox', 'menuitem', 'option', 'tab', 'slider'];
const tags = 'a, button, input, select, textarea, label, summary, [contenteditable]';
const controls = `${tags}, ${roles.map((role) => `[role="${role}"]`).join(', ')}`;

/** The row that a press means: none where it was on a control of its own, or ended a selection of text. */
export function pressedRow(event: MouseEvent<HTMLElement>): string | undefined {
  if (!(event.target instanceof Element)) return undefined;
  const row = event.target.closest<HTMLElement>('[data-row]');
  const control = event.target.closest(controls);
  // A control around the whole list is none of the row's.
  if (control && row?.contains(control)) return undefined;
  if (window.getSelection()?.isCollapsed === false) return undefined;
  return row?.dataset['row'];
}
