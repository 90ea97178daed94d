import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';

import classes from './custom-web.module.css';

interface BannerHandleProps {
  label: string;
  onStep: (by: number) => void;
  onDragTo: (y: number) => void;
}

const arrows: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Moves a row by dragging, with a mouse or a finger, and by the arrow keys. */
export function BannerHandle({ label, onStep, onDragTo }: BannerHandleProps) {
  const [dragging, setDragging] = useState(false);
  function step(event: KeyboardEvent) {
    const by = arrows[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onStep(by);
  }
  const follow = useEffectEvent(({ clientY }: globalThis.PointerEvent) => onDragTo(clientY));
  useEffect(() => {
    if (!dragging) return undefined;
    // A row that moves in the page loses a capture of the pointer, so the window follows it.
    const ended = new AbortController();
    const { signal } = ended;
    const end = () => setDragging(false);
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
    return () => ended.abort();
  }, [dragging]);
  return (
    <button
      type="button"
      className={classes['handle']}
      aria-label={label}
      data-dragging={dragging || undefined}
      onKeyDown={step}
      onPointerDown={({ button }) => setDragging(button === 0)}
    >
      <IconGripVertical aria-hidden />
    </button>
  );
}
