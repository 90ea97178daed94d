import { type RefObject, useEffect, useState } from 'react';

const controls = 'main :is(a, button, input, select, textarea, label)';
/** Points to test in each direction. They are closer together than the smallest control is wide. */
const points = 4;
/** How long the page rests before it is measured, in milliseconds: measuring costs a phone up to a frame. */
const restTime = 150;

/** Reports whether an element covers a control of the page. */
function coversControl(place: Element): boolean {
  const { left, top, width, height } = place.getBoundingClientRect();
  const along = Array.from({ length: points }, (_, index) => index / (points - 1));
  return along.some((x) =>
    along.some((y) =>
      document
        .elementsFromPoint(left + x * width, top + y * height)
        .find((element) => !place.contains(element))
        ?.closest(controls),
    ),
  );
}

/** Reports whether a floating element at `place` covers a control of the page and has to move. */
export function useStepAside(place: RefObject<Element | null>): boolean {
  const [aside, setAside] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (place.current) setAside(coversControl(place.current));
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
  }, [place]);
  return aside;
}
