import { Button, TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
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
