// This function runs in the page, so it cannot use anything outside itself.
// oxlint-disable unicorn/consistent-function-scoping

/**
 * Finds controls that a notice lies over. A notice in the flow of a scrolled page stays in sight like the header, and
 * what it lies over can be scrolled out. Runs in the page.
 */
export function findCovered(): string[] {
  const slack = 1.5;
  const kinds = 'a[href], button, input, select, textarea, [role=button], [role=tab], [role=switch]';
  const visible = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const notices = [...document.querySelectorAll('[role=alert], [role=status]')].filter(
    (notice) => visible(notice) && notice.querySelector('button'),
  );
  const floats = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).position === 'fixed' || floats(element.parentElement));
  // What a dialog or its scrim hides is not used now.
  const inReach = (control: Element) => {
    const dialogs = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].filter(visible);
    return dialogs.length === 0 || dialogs.some((dialog) => dialog.contains(control));
  };
  const problems: string[] = [];
  for (const notice of notices) {
    const box = notice.getBoundingClientRect();
    const inFlow = notice.closest('[role=dialog]') !== null || !floats(notice);
    if (inFlow && window.scrollY > 0) continue;
    for (const control of document.querySelectorAll(kinds)) {
      if (!visible(control) || !inReach(control) || notices.some((one) => one.contains(control))) continue;
      const { left, top, right, bottom } = control.getBoundingClientRect();
      const wide = Math.min(right, box.right) - Math.max(left, box.left);
      const high = Math.min(bottom, box.bottom) - Math.max(top, box.top);
      if (wide <= slack || high <= slack) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent;
      problems.push(`"${notice.textContent}" covers <${control.localName}> "${name.trim().slice(0, 60)}"`);
    }
  }
  return problems;
}
