import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import { renderPart } from '../../test/render';
import { lazyOverlay, lazyPart } from './lazy-part';

function Details({ onClose }: { onClose?: () => void }) {
  return <button onClick={onClose}>Details</button>;
}

const offline = new TypeError('Failed to fetch dynamically imported module: /details.js');
const load = vi.fn<() => Promise<typeof Details>>();

function Page({ kind }: { kind: 'inline' | 'overlay' }) {
  const [Part] = useState(() => (kind === 'overlay' ? lazyOverlay(load) : lazyPart(load, <p>Room</p>)));
  const [opened, setOpened] = useState(false);
  return (
    <>
      <input aria-label="Name" />
      <button onClick={() => setOpened(true)}>Open</button>
      {opened && <Part onClose={() => setOpened(false)} />}
    </>
  );
}

beforeEach(() => {
  load.mockReset().mockResolvedValue(Details);
  // React logs errors that a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

it.each(['inline', 'overlay'] as const)(
  'fails alone (%s) when it cannot be loaded, and comes by Retry',
  async (kind) => {
    load.mockRejectedValueOnce(offline);
    const { user } = renderPart(<Page kind={kind} />);
    await user.type(screen.getByLabelText('Name'), 'rina');
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This part could not be loaded.');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('rina');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Details' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

it('can be closed after a failure, and opened again', async () => {
  load.mockRejectedValueOnce(offline);
  const { user } = renderPart(<Page kind="overlay" />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('button', { name: 'Details' })).toBeTruthy();
});

it('is there at once when its code was loaded before', async () => {
  const Part = lazyPart(load, <p>Room</p>);
  await Part.load();
  renderPart(<Part />);
  expect(screen.getByRole('button', { name: 'Details' })).toBeTruthy();
});

it('stays the same one when it is rendered again after its code came', async () => {
  const Part = lazyPart(load, <p>Room</p>);
  const { redraw } = renderPart(<Part />);
  expect(screen.getByText('Room')).toBeTruthy();
  const button = await screen.findByRole('button', { name: 'Details' });
  redraw(<Part />);
  expect(screen.getByRole('button', { name: 'Details' })).toBe(button);
  expect(load).toHaveBeenCalledTimes(1);
});

/** A dialog that stays after it was closed, for what follows it. */
function StayingPage() {
  const [Part] = useState(() => lazyOverlay<{ opened: boolean; onClose: () => void }>(load));
  const [opened, setOpened] = useState<boolean>();
  return (
    <>
      <button onClick={() => setOpened(true)}>Open</button>
      {opened !== undefined && <Part opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}

it('stays closed while it can’t be loaded, and is loaded again when it opens', async () => {
  load.mockRejectedValue(offline);
  const { user } = renderPart(<StayingPage />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await expect(screen.findByRole('alert', {}, { timeout: 300 })).rejects.toThrow('Unable to find');
  load.mockResolvedValue(Details);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('button', { name: 'Details' })).toBeTruthy();
});

it('renders what is open from the beginning closed at first, so that it notes what has the focus', async () => {
  const seen: (boolean | undefined)[] = [];
  const Part = lazyOverlay<{ opened: boolean }>(() =>
    Promise.resolve(({ opened }) => {
      seen.push(opened);
      return opened ? <p>Opened</p> : null;
    }),
  );
  renderPart(<Part opened />);
  expect(await screen.findByText('Opened')).toBeTruthy();
  expect(seen).toEqual([false, true]);
});

it.each([
  ['overlay', 'Loading…'],
  ['inline', 'Room'],
] as const)('shows that it loads (%s)', async (kind, text) => {
  load.mockReturnValueOnce(new Promise(() => undefined));
  const { user } = renderPart(<Page kind={kind} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByText(text)).toBeTruthy();
  // The rest of the page stays.
  expect(screen.getByLabelText('Name')).toBeTruthy();
});
