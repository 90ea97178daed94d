import { Popover } from '@mantine/core';
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef } from 'react';

/** How a dropdown looks. */
export interface DropdownLook {
  /** Accessible name of the panel. */
  label: string;
  position: 'bottom-start' | 'bottom-end' | 'top-end';
  className?: string | undefined;
}

interface DropdownPanelProps extends DropdownLook {
  /** That of the button. */
  id: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The panel of a dropdown, placed at its button. */
export function DropdownPanel({ id, opened, onClose, label, position, className, children }: DropdownPanelProps) {
  useFocusReturn(id, opened);
  return (
    <Popover
      id={id}
      opened={opened}
      onChange={(next) => {
        if (!next) onClose();
      }}
      position={position}
      trapFocus
      middlewares={{ flip: true, shift: { padding: 8 } }}
    >
      <Popover.Target>
        <ButtonOf id={id} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={className}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Gives the button, which is there before the panel's code, to the popover. */
function ButtonOf({ id, ref }: { id: string; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    const button = buttonOf(id);
    if (!button) throw new Error(`dropdown ${id} has no button`);
    if (typeof ref === 'function') ref(button);
  }, [id, ref]);
  return null;
}

function buttonOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-dropdown="${id}"]`);
}

/**
 * Gives the focus back to the button when the panel closes, unless it went elsewhere. The popover's own way notes what had
 * the focus too late: content that is loaded already takes it first.
 */
function useFocusReturn(id: string, opened: boolean): void {
  const wasOpened = useRef(false);
  useEffect(() => {
    const closed = wasOpened.current && !opened;
    wasOpened.current = opened;
    if (!closed) return undefined;
    const timer = setTimeout(() => {
      const focused = document.activeElement;
      const panel = document.getElementById(`${id}-dropdown`);
      if (focused === null || focused === document.body || panel?.contains(focused)) {
        buttonOf(id)?.focus({ preventScroll: true });
      }
    }, 10);
    return () => clearTimeout(timer);
  }, [id, opened]);
}
