import { type ReactNode, useId } from 'react';

import { lazyOverlay } from '@shared/state/lazy-part';

import type { DropdownLook } from './dropdown-panel';

// What places it is a tenth of the first load of a page.
const DropdownPanel = lazyOverlay(async () => (await import('./dropdown-panel')).DropdownPanel);

/** What the button of a dropdown says about it. */
interface ButtonProps {
  id: string;
  /** By it the panel finds its button: a field has an id of its own. */
  'data-dropdown': string;
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
}

interface DropdownProps extends DropdownLook {
  opened: boolean;
  onClose: () => void;
  /** Renders the button that opens it, with these properties. */
  renderButton: (props: ButtonProps) => ReactNode;
  children: ReactNode;
}

/** A button with a small panel beside it, which takes the focus, and gives it back when it closes. */
export function Dropdown({ opened, onClose, renderButton, ...panel }: DropdownProps) {
  const id = useId();
  return (
    <>
      {renderButton({
        id,
        'data-dropdown': id,
        'aria-haspopup': 'dialog',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
      })}
      <DropdownPanel {...panel} id={id} opened={opened} onClose={onClose} />
    </>
  );
}
