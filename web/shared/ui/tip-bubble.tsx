import { Tooltip } from '@mantine/core';
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent } from 'react';

/** How a tip looks. */
export interface TipLook {
  position?: 'top' | 'right';
  /** Its text may take several lines. */
  multiline?: boolean;
  /** The most that it is wide. */
  maw?: string;
}

interface TipBubbleProps extends TipLook {
  /** That of the text, for `aria-describedby`. */
  id: string;
  label: ReactNode;
  target: HTMLElement;
  opened: boolean;
  onClose: () => void;
}

/** The text of a tip beside its element. */
export function TipBubble({ id, label, target, opened, onClose, ...look }: TipBubbleProps) {
  // It is placed before it is shown.
  const placed = useDeferredValue(true, false);
  useEscape(opened, onClose);
  return <Tooltip {...look} label={<span id={id}>{label}</span>} target={target} opened={placed && opened} />;
}

function useEscape(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return undefined;
    const follow = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    };
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, [opened]);
}
