import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Dialog } from '@shared/overlay/dialog';

import { renderPart } from '../../test/render';
import { NoticePlace } from './notice-place';
import { clearNotices, endNotices, endPageNotices, notifyError, notifySuccess } from './notify';

afterEach(() => {
  act(clearNotices);
  vi.useRealTimers();
});

function Screen({ dialog = false }: { dialog?: boolean }) {
  return (
    <>
      <div data-testid="page">
        <NoticePlace kind="page" />
      </div>
      <Dialog opened={dialog} onClose={() => undefined} title="Top up" size="form">
        <p>Form</p>
      </Dialog>
    </>
  );
}

describe('notices', () => {
  it('of errors stand in the flow of the page, those of successes in the header', () => {
    renderPart(<Screen />);
    act(() => {
      notifyError({ title: 'No connection', text: 'Try again.' });
      notifySuccess('Order copied!');
    });
    const page = screen.getByTestId('page');
    expect(within(page).getByRole('alert').textContent).toBe('No connectionTry again.');
    expect(within(page).queryByText('Order copied!')).toBeNull();
    expect(screen.getByText('Order copied!').closest('[role=status]')).not.toBeNull();
  });

  it('of errors stand in the dialog that is on top, and in the page again after it', async () => {
    const { redraw } = renderPart(<Screen dialog />);
    act(() => void notifyError({ title: 'No connection' }));
    // Its window is loaded when it opens.
    expect(within(await screen.findByRole('dialog')).getByRole('alert').textContent).toBe('No connection');
    expect(screen.getAllByText('No connection')).toHaveLength(1);
    redraw(<Screen />);
    await waitFor(() => expect(within(screen.getByTestId('page')).getByText('No connection')).toBeDefined());
  });

  it('are shown where no place is: nothing that failed stays unsaid', () => {
    renderPart(<p>The app failed</p>);
    act(() => void notifyError({ title: 'No connection' }));
    expect(screen.getByRole('alert').textContent).toBe('No connection');
  });

  it('stand by the form of a page before sign-in, successes too', () => {
    renderPart(
      <div data-testid="form">
        <NoticePlace kind="plain" />
      </div>,
    );
    act(() => notifySuccess('Please check your email to confirm reset password!'));
    expect(within(screen.getByTestId('form')).getByRole('status').textContent).toMatch(/check your email/u);
  });

  it.each([
    ['a success of the same', () => endNotices('pay'), ['Other']],
    ['a success notice about the same', () => notifySuccess('Paid', undefined, 'pay'), ['Other']],
    ['another page', () => endPageNotices(), []],
    ['a success of something else', () => endNotices('print'), ['Other', 'Failed']],
  ])('of an error end with %s', (_, end, left) => {
    renderPart(<Screen />);
    act(() => {
      notifyError({ title: 'Other' }, { about: 'other' });
      notifyError({ title: 'Failed' }, { about: 'pay' });
    });
    act(end);
    expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual(left);
  });

  it('that explain why another page opens stay there', () => {
    renderPart(<Screen />);
    act(() => {
      notifyError({ title: 'Token expired' }, { lasting: true });
      endPageNotices();
    });
    expect(screen.getByRole('alert').textContent).toBe('Token expired');
  });

  it('say the same error again without a second notice, and keep to the last three', () => {
    renderPart(<Screen />);
    act(() => {
      for (const title of ['One', 'Two', 'Three', 'Two', 'Four']) notifyError({ title });
    });
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['Three', 'Two', 'Four']);
  });

  it('of a success close by themselves, also while the pointer rests on them', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderPart(<Screen />);
    act(() => notifySuccess('Order copied!'));
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).hover(screen.getByText('Order copied!'));
    act(() => {
      vi.advanceTimersByTime(5000);
    });
    expect(screen.queryByText('Order copied!')).toBeNull();
  });

  it('can be closed', async () => {
    renderPart(<Screen />);
    act(() => void notifyError({ title: 'No connection' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close notification' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
