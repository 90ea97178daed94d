import { Button, TextInput } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';

import { useUnsavedChanges } from '@shared/form/unsaved';

import { renderPart } from '../../test/render';
import { Dialog } from './dialog';
import { DialogBody, DialogCancel, DialogFoot } from './dialog-parts';
import { QuestionDialog } from './question-dialog';
import { SideDrawer } from './side-drawer';

const question = 'Leave without saving?';

function NameField({ sending = false }: { sending?: boolean }) {
  const [name, setName] = useState('');
  useUnsavedChanges(name !== '', sending);
  return <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />;
}

function Opener({ label, children }: { label: string; children: (opened: boolean, close: () => void) => ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{label}</Button>
      {children(opened, () => setOpened(false))}
    </>
  );
}

function formDialog(sending = false) {
  return (
    <Opener label="Add">
      {(opened, close) => (
        <Dialog opened={opened} onClose={close} title="Add user" size="form">
          <DialogBody>
            <NameField sending={sending} />
          </DialogBody>
          <DialogFoot>
            <DialogCancel />
          </DialogFoot>
        </Dialog>
      )}
    </Opener>
  );
}

async function openForm(user: ReturnType<typeof renderPart>['user'], typed = '') {
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByRole('dialog', { name: 'Add user' });
  if (typed !== '') await user.type(screen.getByLabelText('Name'), typed);
}

const isOpen = (name: string) => screen.queryByRole('dialog', { name }) !== null;

/** The z-index of a dialog. */
function levelOf(name: string): number {
  const root = screen.getByRole('dialog', { name }).closest<HTMLElement>('.mantine-Modal-root');
  return Number(root?.style.getPropertyValue('--mb-z-index'));
}

describe('a dialog with a form', () => {
  it.each([
    ['Esc', (user: ReturnType<typeof renderPart>['user']) => user.keyboard('{Escape}')],
    ['its close button', (user) => user.click(screen.getByRole('button', { name: 'Close dialog' }))],
    ['Cancel', (user) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
  ])('asks before %s loses what was typed', async (_way, close) => {
    const { user } = renderPart(formDialog());
    await openForm(user, 'rina');
    await close(user);
    await screen.findByRole('dialog', { name: question });
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(isOpen(question)).toBe(false));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('rina');
    await close(user);
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(isOpen('Add user')).toBe(false));
  });

  it('closes at once where nothing was typed', async () => {
    const { user } = renderPart(formDialog());
    await openForm(user);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(isOpen('Add user')).toBe(false));
    expect(isOpen(question)).toBe(false);
  });

  it('stays while it sends, because what comes of it is told there', async () => {
    const { user } = renderPart(formDialog(true));
    await openForm(user, 'rina');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(isOpen(question)).toBe(false);
    expect(isOpen('Add user')).toBe(true);
  });

  it('is not closed by a press beside it, as a question is', async () => {
    const { user, redraw } = renderPart(formDialog());
    const pressBeside = () => user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body);
    await openForm(user);
    await pressBeside();
    expect(isOpen('Add user')).toBe(true);
    const onClose = vi.fn<() => void>();
    const texts = { title: 'Delete it?', action: 'Delete', sendingLabel: 'Deleting…' };
    redraw(
      <QuestionDialog opened {...texts} onClose={onClose} sending={false} onConfirm={onClose}>
        For good.
      </QuestionDialog>,
    );
    await screen.findByRole('dialog', { name: 'Delete it?' });
    // Not the second press of a double click.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 600);
    await pressBeside();
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('a drawer with a form', () => {
  it('asks before Esc loses what was typed', async () => {
    const { user } = renderPart(
      <Opener label="Open">
        {(opened, close) => (
          <SideDrawer opened={opened} onClose={close} side="right" title="Contact" closeLabel="Close contact">
            <NameField />
          </SideDrawer>
        )}
      </Opener>,
    );
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.type(await screen.findByLabelText('Name'), 'rina');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(isOpen('Contact')).toBe(false));
  });
});

describe('dialogs above each other', () => {
  const stacked = (
    <Opener label="First">
      {(first, closeFirst) => (
        <Dialog opened={first} onClose={closeFirst} title="First" size="wide">
          <Opener label="Second">
            {(second, closeSecond) => (
              <Dialog opened={second} onClose={closeSecond} title="Second" size="form">
                <TextInput label="Inside" data-autofocus />
              </Dialog>
            )}
          </Opener>
        </Dialog>
      )}
    </Opener>
  );
  it('give Esc and the focus to the top one, and the focus back to the one below', async () => {
    const { user } = renderPart(stacked);
    await user.click(screen.getByRole('button', { name: 'First' }));
    await user.click(await screen.findByRole('button', { name: 'Second' }));
    const inside = await screen.findByLabelText('Inside');
    await waitFor(() => expect(document.activeElement).toBe(inside));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(isOpen('Second')).toBe(false));
    expect(isOpen('First')).toBe(true);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Second' })));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(isOpen('First')).toBe(false));
  });

  it('stand above each other in the order in which they opened', async () => {
    const { user } = renderPart(stacked);
    await user.click(screen.getByRole('button', { name: 'First' }));
    await user.click(await screen.findByRole('button', { name: 'Second' }));
    await screen.findByLabelText('Inside');
    expect(levelOf('Second')).toBeGreaterThan(levelOf('First'));
  });
});

const overlay = () => document.querySelector('.mantine-Modal-overlay') ?? document.body;

describe('a double click', () => {
  const deleteDialog = (
    <Opener label="Delete">
      {(opened, close) => (
        <QuestionDialog
          opened={opened}
          onClose={close}
          title="Delete it?"
          action="Delete now"
          sendingLabel="Deleting…"
          sending={false}
          onConfirm={close}
        />
      )}
    </Opener>
  );
  it('leaves the question open that its first click opened', async () => {
    const { user } = renderPart(deleteDialog);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('dialog', { name: 'Delete it?' });
    fireEvent.click(overlay(), { detail: 1 });
    expect(isOpen('Delete it?')).toBe(true);
  });

  it('is told from a press beside the question later', async () => {
    const { user } = renderPart(deleteDialog);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('dialog', { name: 'Delete it?' });
    const later = performance.now() + 600;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    fireEvent.click(overlay(), { detail: 2 });
    expect(isOpen('Delete it?')).toBe(true);
    fireEvent.click(overlay(), { detail: 1 });
    await waitFor(() => expect(isOpen('Delete it?')).toBe(false));
  });
});

it('Esc in a search field with text clears it and leaves the dialog open', async () => {
  const { user } = renderPart(
    <Opener label="Choose">
      {(opened, close) => (
        <Dialog opened={opened} onClose={close} title="Contacts" size="form">
          <input type="search" aria-label="Search" />
        </Dialog>
      )}
    </Opener>,
  );
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  await user.type(await screen.findByLabelText('Search'), 'rina{Escape}');
  expect(isOpen('Contacts')).toBe(true);
  await user.clear(screen.getByLabelText('Search'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isOpen('Contacts')).toBe(false));
});
