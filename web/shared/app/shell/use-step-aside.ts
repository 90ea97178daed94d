import { type RefObject, useEffect, useState } from 'react';

const controls = 'main :is(a, button, input, select, textarea, label)';
/** Points to test in each direction. They are closer together than the smallest control is wide. */
const points = 4;
/** How long the page rests before it is measured, in milliseconds: measuring costs a phone up to a frame. */
const restTime = 150;

/** Reports whether an element covers a control of the page. */
function coversControl(floating: Element): boolean {
  const { left, top, width, height } = floating.getBoundingClientRect();
  const along = Array.from({ length: points }, (_, index) => index / (points - 1));
  return along.some((x) =>
    along.some((y) =>
      document
        .elementsFromPoint(left + x * width, top + y * height)
        .find((element) => !floating.contains(element))
        ?.closest(controls),
    ),
  );
}

/**
 * Reports whether the floating element in `ref` covers a control of the page and has to move.
 *
 * Room at the end of the page is not enough: while a page is scrolled, any of its controls passes below the element. CSS
 * can't tell what lies below it, and an IntersectionObserver needs to be told of each control. So what moves controls is
 * followed, and the page is measured once it has rested.
 */
export function useStepAside(ref: RefObject<Element | null>): boolean {
  const [aside, setAside] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (ref.current) setAside(coversControl(ref.current));
      }, restTime);
    };
    const resized = new ResizeObserver(check);
    resized.observe(document.body);
    const changed = new MutationObserver(check);
    changed.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('scroll', check, { passive: true });
    window.addEventListener('resize', check);
    return () => {
      clearTimeout(timer);
      resized.disconnect();
      changed.disconnect();
      window.removeEventListener('scroll', check);
      window.removeEventListener('resize', check);
    };
  }, [ref]);
  return aside;
}
