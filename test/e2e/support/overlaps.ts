// These functions run in the page, so they cannot use anything outside themselves.
// oxlint-disable unicorn/consistent-function-scoping

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Finds overlapping controls on the screen. Only controls of the same layer are compared, because overlays cover the
 * page. Runs in the page.
 */
export function findOverlaps(): string[] {
  /** Overlap that is allowed for rounding and borders, in pixels. */
  const slack = 1.5;
  const kinds = 'a[href], button, input, select, textarea, [role=button], [role=tab], [role=switch]';
  const layers = '[role=dialog], [role=tooltip], [role=alert], [role=status], [popover]';

  const nameOf = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.getAttribute('placeholder') ?? element.textContent;
    return `<${element.localName}> "${name.replaceAll(/\s+/gu, ' ').trim().slice(0, 60)}"`;
  };
  const lineage = (element: Element) => {
    const ancestors: Element[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) ancestors.push(at);
    return ancestors;
  };
  /** Returns by how many pixels two boxes overlap; negative if they do not. */
  const overlap = (one: Box, other: Box) =>
    Math.min(
      Math.min(one.right, other.right) - Math.max(one.left, other.left),
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
    );

  /**
   * Returns the part of a control that can be pressed: without the padding of a field, where its buttons are, and
   * without hidden parts.
   */
  const boxOf = (control: Element): Box => {
    const { left, top, right, bottom } = control.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(control);
    const [before, after] = control.localName === 'input' ? [paddingLeft, paddingRight] : ['0', '0'];
    const box = { left: left + Number.parseFloat(before), top, right: right - Number.parseFloat(after), bottom };
    for (const around of lineage(control).slice(1)) {
      const { overflowX, overflowY, position } = getComputedStyle(around);
      const edge = around.getBoundingClientRect();
      if (overflowX !== 'visible') {
        box.left = Math.max(box.left, edge.left);
        box.right = Math.min(box.right, edge.right);
      }
      if (overflowY !== 'visible') {
        box.top = Math.max(box.top, edge.top);
        box.bottom = Math.min(box.bottom, edge.bottom);
      }
      if (position === 'fixed') break;
    }
    return box;
  };
  /** Reports whether the page, or the dialog around it, can be scrolled so that a fixed control does not cover another one. */
  const canBeFree = (control: Element, moving: Box, pinned: Box) => {
    const page = document.documentElement;
    const scrolls = (around: Element) =>
      /auto|scroll/u.test(getComputedStyle(around).overflowY) && around.scrollHeight > around.clientHeight;
    const scroller = lineage(control).find(scrolls) ?? page;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const top = scroller === page ? 0 : scroller.getBoundingClientRect().top;
    const most = scrollHeight - clientHeight - scrollTop;
    const middle = (moving.top + moving.bottom - clientHeight) / 2 - top;
    return [-scrollTop, most, Math.min(most, Math.max(-scrollTop, middle))].some((by) => {
      const moved = { ...moving, top: moving.top - by, bottom: moving.bottom - by };
      return moved.top >= top && moved.bottom <= top + clientHeight && overlap(moved, pinned) <= slack;
    });
  };

  /** Reports whether a control keeps its place while its layer is scrolled. */
  const isPinned = (control: Element) => {
    const around = lineage(control);
    const layer = around.findIndex((element) => element.matches(layers));
    const within = layer === -1 ? around : around.slice(0, layer);
    return within.some((element) => /fixed|sticky/u.test(getComputedStyle(element).position));
  };

  const controls = [...document.querySelectorAll(kinds)]
    .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((control) => !control.closest('[data-may-overlap]'))
    .map((control) => ({
      control,
      box: boxOf(control),
      layer: control.closest(layers),
      isPinned: isPinned(control),
    }))
    .filter(({ box }) => box.right - box.left > slack && box.bottom - box.top > slack);
  const problems: string[] = [];
  for (const [at, one] of controls.entries()) {
    for (const other of controls.slice(at + 1)) {
      if (one.layer !== other.layer || one.control.contains(other.control)) continue;
      if (overlap(one.box, other.box) <= slack) continue;
      const [moving, pinned] = one.isPinned ? [other, one] : [one, other];
      if (moving.isPinned !== pinned.isPinned && canBeFree(moving.control, moving.box, pinned.box)) continue;
      problems.push(`${nameOf(one.control)} and ${nameOf(other.control)} overlap`);
    }
  }
  return problems;
}
