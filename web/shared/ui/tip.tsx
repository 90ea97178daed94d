import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

import { fetchLater } from '@shared/state/fetch-later';

import type { TipBubble, TipLook } from './tip-bubble';

// What places it is a tenth of the first load of a page, and a list has dozens of tips that nobody asks for. So an
// element has listeners alone until the pointer or the focus reaches it.
let Bubble: typeof TipBubble | undefined;
async function loadBubble(): Promise<void> {
  Bubble ??= (await import('./tip-bubble')).TipBubble;
}
fetchLater(loadBubble);

/** How long the pointer rests on an element before its tip is shown, in milliseconds. */
const restTime = 300;

interface TipProps extends TipLook {
  label: ReactNode;
  disabled?: boolean;
  /** A press shows it at once: for an element that has no other purpose. */
  onPress?: boolean;
  /** One element, which passes its handlers and `aria-describedby` on. */
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** Describes an element on hover, on focus by the keyboard and on touch. Esc takes the text away. */
export function Tip({ label, disabled = false, onPress = false, children, ...look }: TipProps) {
  const id = useId();
  const { target, shown, show, hide } = useShown();
  const own = children.props;
  const opened = shown && !disabled;
  const handlers = disabled
    ? undefined
    : {
        onMouseEnter: (event: MouseEvent<HTMLElement>) => {
          own.onMouseEnter?.(event);
          show(event.currentTarget, restTime);
        },
        onMouseLeave: (event: MouseEvent<HTMLElement>) => {
          own.onMouseLeave?.(event);
          hide();
        },
        onFocus: (event: FocusEvent<HTMLElement>) => {
          own.onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, 0);
        },
        onBlur: (event: FocusEvent<HTMLElement>) => {
          own.onBlur?.(event);
          hide();
        },
        ...(onPress && {
          onClick: (event: MouseEvent<HTMLElement>) => {
            own.onClick?.(event);
            show(event.currentTarget, 0);
          },
        }),
      };
  return (
    <>
      {target && Bubble && <Bubble {...look} id={id} label={label} target={target} opened={opened} onClose={hide} />}
      {cloneElement(children, { ...handlers, ...(opened && { 'aria-describedby': id }) })}
    </>
  );
}

function useShown() {
  const [target, setTarget] = useState<HTMLElement>();
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function open(element: HTMLElement, pendingTimer: unknown): Promise<void> {
    // A page without the tip's code has all that can be done.
    await loadBubble().catch(() => undefined);
    if (timer.current !== pendingTimer || !Bubble) return;
    setTarget(element);
    setShown(true);
  }
  function show(element: HTMLElement, delay: number): void {
    clearTimeout(timer.current);
    const pendingTimer = setTimeout(() => void open(element, pendingTimer), delay);
    timer.current = pendingTimer;
  }
  function hide(): void {
    clearTimeout(timer.current);
    timer.current = undefined;
    setShown(false);
  }
  return { target, shown, show, hide };
}
