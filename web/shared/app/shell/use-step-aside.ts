import { type RefObject, useEffect, useState } from 'react';

const controls = 'a, button, input, select, textarea, label';
/** How long the page rests before it is measured, in milliseconds: measuring costs a phone up to a frame. */
const restTime = 150;

/** What two boxes share; undefined if they only touch. */
function sharedBox(one: DOMRect, other: DOMRect): DOMRect | undefined {
  const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
  const width = Math.min(one.right, other.right) - left;
  const height = Math.min(one.bottom, other.bottom) - top;
  return width > 0 && height > 0 ? new DOMRect(left, top, width, height) : undefined;
}

/** Whether an element is in front in the middle of a box, apart from the floating one. What is behind a pager is not. */
function isInFront(element: Element, { left, top, width, height }: DOMRect, floating: Element): boolean {
  const front = document
    .elementsFromPoint(left + width / 2, top + height / 2)
    .find((candidate) => !floating.contains(candidate));
  return front !== undefined && element.contains(front);
}

/** The boxes of the lines that a text takes. */
function linesOf(text: Text): DOMRectList {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getClientRects();
}

/**
 * Reports whether a box covers a control or a text of an element. Parts that lie beside the box are left out with all
 * they contain, so a long list costs one measurement for each row.
 */
function coversPartOf(element: Element, box: DOMRect, floating: Element): boolean {
  const covered = sharedBox(element.getBoundingClientRect(), box);
  // An element without a box of its own (display: contents) has children that have one.
  if (!covered && element.getClientRects().length > 0) return false;
  if (covered && element.matches(controls) && isInFront(element, covered, floating)) return true;
  for (const node of element.childNodes) {
    if (node instanceof Element && coversPartOf(node, box, floating)) return true;
    if (!(node instanceof Text) || node.data.trim() === '') continue;
    for (const line of linesOf(node)) {
      const part = sharedBox(line, box);
      if (part && isInFront(element, part, floating)) return true;
    }
  }
  return false;
}

function coversContent(floating: Element): boolean {
  const main = document.querySelector('main');
  return main !== null && coversPartOf(main, floating.getBoundingClientRect(), floating);
}

/** Whether a change is that of a countdown, which changes each second and moves nothing. */
function isOfTimer({ target }: MutationRecord): boolean {
  const element = target instanceof Element ? target : target.parentElement;
  return element?.closest('[role="timer"]') != null;
}

/**
 * Reports whether the floating element in `ref` covers a control or a text of the page, such as an amount, and has to
 * move.
 *
 * Room at the end of the page is not enough: while a page is scrolled, any of its parts passes below the element. CSS
 * can't tell what lies below it, and an IntersectionObserver needs to be told of each part. So what moves parts is
 * followed, and the page is measured once it has rested.
 */
export function useStepAside(ref: RefObject<Element | null>): boolean {
  const [aside, setAside] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (ref.current) setAside(coversContent(ref.current));
      }, restTime);
    };
    const resized = new ResizeObserver(check);
    resized.observe(document.body);
    const changed = new MutationObserver((changes) => {
      if (!changes.every(isOfTimer)) check();
    });
    changed.observe(document.body, { childList: true, characterData: true, subtree: true });
    // Also of what scrolls in the page, such as a wide table.
    window.addEventListener('scroll', check, { passive: true, capture: true });
    window.addEventListener('resize', check);
    return () => {
      clearTimeout(timer);
      resized.disconnect();
      changed.disconnect();
      window.removeEventListener('scroll', check, { capture: true });
      window.removeEventListener('resize', check);
    };
  }, [ref]);
  return aside;
}
