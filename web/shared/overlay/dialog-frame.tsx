import type { ReactNode } from 'react';

import { lazyOverlay } from '@shared/state/lazy-part';

/** By what a dialog holds. */
type DialogSize =
  | 'question'
  /** A few facts. */
  | 'detail'
  | 'form'
  /** Instructions to read. */
  | 'guide'
  /** A table. */
  | 'list'
  /** A form with a list or a summary beside it. */
  | 'wide';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** A state beside the title. */
  tag?: ReactNode;
  /** On phones all but `question` fill the screen. */
  size: DialogSize;
  /** Without a close button: only the buttons of the dialog close it. For contents that cannot be shown again. */
  locked?: boolean;
  children: ReactNode;
}

/** A modal without the question about unsaved input; use `Dialog` instead. */
export const DialogFrame = lazyOverlay<DialogProps>(async () => (await import('./dialog-window')).DialogWindow);
