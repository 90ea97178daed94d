// These functions run in the page and take nothing with them.
// oxlint-disable unicorn/consistent-function-scoping

/**
 * Finds texts on the screen that are cut off where nothing says so: neither an ellipsis nor a title. Runs in the page.
 * An element with the attribute `data-may-be-cut` is left out; its value is the reason.
 */
export function findCutTexts(): string[] {
  /** Glyphs and rounding may stick out by so many pixels: across, and along the lines. */
  const slack = { across: 1.5, along: 3 };

  const nameOf = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.getAttribute('placeholder') ?? element.textContent;
    return `<${element.localName}> "${name.replaceAll(/\s+/gu, ' ').trim().slice(0, 60)}"`;
  };
  const lineage = (element: Element) => {
    const found: Element[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) found.push(at);
    return found;
  };
  const isSkipped = (element: Element) =>
    element.closest('[data-may-be-cut], svg, noscript') !== null ||
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    // What is for screen readers alone is one pixel in size.
    lineage(element).some(
      (around) => around.getBoundingClientRect().width <= 2 && getComputedStyle(around).overflow === 'hidden',
    );
  const saysThatItIsCut = (element: Element, box: Element) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(box);
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || element.closest('[title]') !== null;
  };

  /** The box that cuts a text off. What scrolls can be read. */
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
  const found: string[] = [];
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!element || !texts.currentNode.textContent?.trim() || isSkipped(element)) continue;
    range.selectNodeContents(texts.currentNode);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    const cutter = boxes.map((text) => cutterOf(element, text)).find((box) => box !== undefined);
    if (cutter && !saysThatItIsCut(element, cutter)) found.push(`${nameOf(element)} is cut by ${nameOf(cutter)}`);
  }

  // Fields cut off by themselves what they say.
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
    if (needed > room + slack.across) found.push(`${nameOf(field)} needs ${needed} px and has ${room}`);
  }
  return found;
}
