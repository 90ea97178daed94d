import { type RefObject, useEffect, useState } from 'react';

const controls = 'main :is(a, button, input, select, textarea, label)';
/** Points that are looked at in each direction: closer together than the smallest control is wide. */
const points = 4;

/** Whether a control of the page is seen, or would be seen, where the floating element stands. */
function liesOnControl(place: Element): boolean {
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

/** Tells whether what floats at `place` has to step aside, because it would cover a control of the page. */
export function useStepAside(place: RefObject<Element | null>): boolean {
  const [aside, setAside] = useState(false);
  useEffect(() => {
    let frame: number | undefined;
    const look = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        if (place.current) setAside(liesOnControl(place.current));
      });
    };
    const resized = new ResizeObserver(look);
    resized.observe(document.body);
    const changed = new MutationObserver(look);
    changed.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      resized.disconnect();
      changed.disconnect();
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [place]);
  return aside;
}
