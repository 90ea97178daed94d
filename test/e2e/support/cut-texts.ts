// These functions run in the page, so they cannot use anything outside themselves.
// oxlint-disable unicorn/consistent-function-scoping

/**
 * Finds texts that are cut off without an ellipsis or title. Runs in the page. Elements with the attribute
 * `data-may-be-cut`, whose value is the reason, are skipped.
 */
export function findCutTexts(): string[] {
  /** Allowed overflow for glyphs and rounding, in pixels: horizontally and vertically. */
  const slack = { across: 1.5, along: 3 };

  const nameOf = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.getAttribute('placeholder') ?? element.textContent;
    return `<${element.localName}> "${name.replaceAll(/\s+/gu, ' ').trim().slice(0, 60)}"`;
  };
  const lineage = (element: Element) => {
    const ancestors: Element[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) ancestors.push(at);
    return ancestors;
  };
  const isSkipped = (element: Element) =>
    element.closest('[data-may-be-cut], svg, noscript') !== null ||
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    // Text for screen readers only is one pixel in size.
    lineage(element).some(
      (around) => around.getBoundingClientRect().width <= 2 && getComputedStyle(around).overflow === 'hidden',
    );
  const saysThatItIsCut = (element: Element, box: Element) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(box);
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || element.closest('[title]') !== null;
  };

  /** Returns the box that cuts off a text. Scrolling boxes do not. */
  const cutterOf = (element: Element, text: DOMRect) => {
    for (const box of lineage(element)) {
      const { overflowX, overflowY, position } = getComputedStyle(box);
      if (/auto|scroll/u.test(overflowX + overflowY)) return undefined;
      const outer = box.getBoundingClientRect();
      const [left, top] = [outer.left + box.clientLeft, outer.top + box.clientTop];
      const across = Math.max(left - text.left, text.right - left - box.clientWidth);
      const along = Math.max(top - text.top, text.bottom - top - box.clientHeight);
      if (overflowX !== 'visible' && across > slack.across) return box;
      if (overflowY !== 'visible' && along > slack.along) return box;
      if (position === 'fixed') return undefined;
    }
    return undefined;
  };
  const problems: string[] = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!element || !texts.currentNode.textContent?.trim() || isSkipped(element)) continue;
    range.selectNodeContents(texts.currentNode);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    const cutter = boxes.map((text) => cutterOf(element, text)).find((box) => box !== undefined);
    if (cutter && !saysThatItIsCut(element, cutter)) problems.push(`${nameOf(element)} is cut by ${nameOf(cutter)}`);
  }

  // Input fields clip their text themselves.
  const pen = document.createElement('canvas').getContext('2d');
  const sayingOf = (field: HTMLInputElement | HTMLSelectElement) => {
    if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? '';
    return field.value === '' ? field.placeholder : '';
  };
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    if (!pen || isSkipped(field)) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    pen.font = font;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const needed = pen.measureText(sayingOf(field)).width;
    if (needed > room + slack.across) problems.push(`${nameOf(field)} needs ${needed} px and has ${room}`);
  }
  return problems;
}
