import { Popover } from '@mantine/core';
import { type ReactNode, type Ref, useLayoutEffect } from 'react';

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
  return (
    <Popover
      id={id}
      opened={opened}
      onChange={(next) => {
        if (!next) onClose();
      }}
      position={position}
      trapFocus
      returnFocus
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
    const button = document.getElementById(id);
    if (typeof ref === 'function') ref(button);
  }, [id, ref]);
  return null;
}
