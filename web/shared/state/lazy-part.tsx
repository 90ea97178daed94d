import { Button } from '@mantine/core';
import {
  Component,
  type ComponentType,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';

import { errorTexts } from '@shared/errors/error-texts';
import { isChunkError } from '@shared/errors/chunk-error';
import { useTexts } from '@shared/i18n/texts';
import { reportError } from '@shared/reporting/report-error';
import { fetchLater } from './fetch-later';
import { stateTexts } from './state-texts';

import classes from './lazy-part.module.css';

interface BoundaryProps {
  children: ReactNode;
  renderFailed: (again: () => void) => ReactNode;
  /** Called before the children are rendered again. */
  onAgain: () => void;
  /** The part is closed: a failure is not shown, and it is rendered again when it opens. */
  closed: boolean;
}

class PartBoundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    // A part that could not be loaded is the connection's affair, or a new release's.
    if (!isChunkError(error)) reportError(error);
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.broken && before.closed && !this.props.closed) this.#again();
  }

  readonly #again = () => {
    this.props.onAgain();
    this.setState({ broken: false });
  };

  override render() {
    const { closed, children, renderFailed } = this.props;
    if (!this.state.broken) return children;
    return closed ? null : renderFailed(this.#again);
  }
}

interface PartFailedProps {
  overlay: boolean;
  onRetry: () => void;
  onClose: (() => void) | undefined;
}

function PartFailed({ overlay, onRetry, onClose }: PartFailedProps) {
  const texts = useTexts(errorTexts);
  const { retry } = useTexts(stateTexts);
  return (
    <div className={classes['failed']} data-overlay={overlay || undefined} role="alert">
      <p>{texts.partFailed}</p>
      <div className={classes['buttons']}>
        {onClose ? (
          <Button variant="default" size="sm" onClick={onClose}>
            {texts.closePart}
          </Button>
        ) : null}
        <Button size="sm" onClick={onRetry}>
          {retry}
        </Button>
      </div>
    </div>
  );
}

/** A part that opens above the page has a function that closes it. One without `opened` is there only while it is open. */
type Closing = { opened?: boolean; onClose?: () => void };

type Load<Props> = () => Promise<ComponentType<Props>>;

/** A part whose code can be loaded before it is rendered, which then needs no room kept: its first rendering shows it. */
export type LazyPart<Props> = ComponentType<Props> & { load: () => Promise<unknown> };

function loadedPart<Props extends object>(
  load: Load<Props>,
  overlay: boolean,
  pending: ReactNode,
): LazyPart<Props & Closing> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => (loaded ??= await load());
  // `lazy` keeps its failure, so each retry needs a new one. What is loaded does without: React shows what kept the room
  // of a lazy one for 300 ms, even if its code is there.
  const newPart = () => loaded ?? lazy(async () => ({ default: await loadOnce() }));
  function LoadedPart(props: Props & Closing) {
    const { opened, onClose } = props;
    const isNeeded = useNeeded(opened, loadOnce);
    // It stays the same one once its code comes, or it would be rendered anew.
    const [Part, setPart] = useState(newPart);
    const renderNew = () => setPart(newPart);
    const close = () => {
      renderNew();
      onClose?.();
    };
    if (!isNeeded) return null;
    return (
      <PartBoundary
        onAgain={renderNew}
        closed={opened === false}
        renderFailed={(again) => <PartFailed overlay={overlay} onRetry={again} onClose={onClose && close} />}
      >
        <Suspense fallback={opened === false ? null : pending}>
          {opened === undefined ? <Part {...props} /> : <Opening part={Part} props={props} />}
        </Suspense>
      </PartBoundary>
    );
  }
  return Object.assign(LoadedPart, { load: loadOnce });
}

/** Whether a part is rendered: one that was never open is not, and its code is fetched when the page rests. */
function useNeeded(opened: boolean | undefined, load: () => Promise<unknown>): boolean {
  const [wasClosed] = useState(opened === false);
  const [isNeeded, setNeeded] = useState(!wasClosed);
  if (!isNeeded && opened === true) setNeeded(true);
  useEffect(() => {
    if (wasClosed) fetchLater(load);
  }, [wasClosed, load]);
  return isNeeded;
}

/** Renders a part closed before it opens, so that it opens with its motion and gives the focus back where it was. */
function Opening<Props extends object>({ part: Part, props }: { part: ComponentType<Props>; props: Props & Closing }) {
  const [rendered, setRendered] = useState(false);
  // In the same frame: the part asks what has the focus in an effect, which would come after it took the focus.
  // oxlint-disable-next-line react/set-state-in-effect -- it is the second of two steps
  useLayoutEffect(() => setRendered(true), []);
  return <Part {...props} opened={rendered && props.opened} />;
}

/**
 * Loads a part of a page when it is first rendered. `pending` keeps its room meanwhile. If that fails, or if the part
 * breaks, only the part fails: it says so with Retry, and the page with its input stays.
 */
export function lazyPart<Props extends object>(load: Load<Props>, pending: ReactElement): LazyPart<Props> {
  return loadedPart(load, false, pending);
}

/**
 * Loads a dialog or a drawer, which have no place of their own in the page, as `lazyPart` loads a part of it. Their code
 * is fetched when the page rests, so that the first opening is as quick as the second; with `rendered` only if the part is
 * rendered, for what only some windows have.
 */
export function lazyOverlay<Props extends object>(
  load: Load<Props>,
  fetched: 'at rest' | 'rendered' = 'at rest',
): LazyPart<Props> {
  const part = loadedPart(load, true, <PartPending />);
  if (fetched === 'at rest') fetchLater(part.load);
  return part;
}

/** Says that something loads, on a slow connection. */
export function PartPending() {
  const { loading } = useTexts(stateTexts);
  return (
    <output className={classes['pending']}>
      <span className={classes['pendingText']}>{loading}…</span>
    </output>
  );
}
