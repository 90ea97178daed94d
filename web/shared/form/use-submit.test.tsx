import { Button, TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import { ApiProblem } from '@shared/api/problem';
import { clearNotices } from '@shared/notify/notify';

import { deferred } from '../../test/deferred';
import { renderPart } from '../../test/render';
import { SubmitButton } from './submit-button';
import { UnsavedContext, useUnsavedScope } from './unsaved';
import { useCheckedForm } from './use-checked-form';
import { useSubmit } from './use-submit';

interface Values {
  name: string;
  pin: string;
}

const send = vi.fn<(values: Values) => Promise<string>>();
const done = vi.fn<(answer: string, values: Values) => void>();

interface FormProps {
  ready?: boolean;
  failed?: string;
  keepSession?: boolean;
}

function Form({ ready, failed, keepSession }: FormProps) {
  const form = useCheckedForm<Values>({
    initialValues: { name: '', pin: '' },
    validate: { name: (value) => (value === '' ? 'A name, please' : null), pin: () => null },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: { mutationFn: send, meta: { keepSession } },
    fields: { fullName: 'name' },
    problems: ({ code }) => (code === 'InvalidPinError' ? { pin: 'PIN is wrong' } : undefined),
    ...(failed !== undefined && { failed }),
    ...(ready !== undefined && { ready }),
    onSuccess: done,
  });
  return (
    <form onSubmit={onSubmit}>
      <TextInput {...form.getInputProps('name')} label="Name" />
      <TextInput {...form.getInputProps('pin')} label="PIN" />
      <SubmitButton sending={sending} sendingLabel="Saving…">
        Save
      </SubmitButton>
    </form>
  );
}

/** Shows what the form has registered as unsaved. */
function Around(props: FormProps) {
  const { parts, unsaved } = useUnsavedScope();
  const [unsavedText, setUnsavedText] = useState('');
  return (
    <UnsavedContext value={parts}>
      <Form {...props} />
      <Button onClick={() => setUnsavedText(unsaved() ?? 'nothing')}>Leave?</Button>
      <p>lost: {unsavedText}</p>
    </UnsavedContext>
  );
}

const refusal = (status: number, code: string, fields: { field: string; message: string }[] = []) =>
  new ApiProblem({ status, code, message: 'The server says no.', fields });

const focusedLabel = () =>
  document.activeElement?.closest('.mantine-TextInput-root')?.querySelector('label')?.textContent;

beforeEach(() => {
  clearNotices();
  send.mockReset();
  done.mockReset();
});

async function fill(props: FormProps = {}) {
  const { user } = renderPart(<Around {...props} />);
  await user.type(screen.getByLabelText('Name'), 'Rina');
  return { user, press: () => user.click(screen.getByRole('button', { name: 'Save' })) };
}

it('puts the focus on the first field that the form finds wrong, and sends nothing', async () => {
  const { user } = renderPart(<Around />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('A name, please')).toBeTruthy();
  expect(focusedLabel()).toBe('Name');
  expect(send).not.toHaveBeenCalled();
});

it('shows its progress, is not sent twice, and tells what was answered', async () => {
  const answer = deferred<string>();
  send.mockReturnValue(answer.promise);
  const { user, press } = await fill();
  await press();
  await user.click(screen.getByRole('button', { name: 'Saving…' }));
  await user.type(screen.getByLabelText('PIN'), '{Enter}');
  expect(send).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Leave?' }));
  expect(screen.getByText('lost: sending')).toBeTruthy();
  answer.resolve('saved');
  await waitFor(() => expect(done).toHaveBeenCalledWith('saved', { name: 'Rina', pin: '' }));
});

it('counts what is typed as unsaved', async () => {
  const { user } = await fill();
  await user.click(screen.getByRole('button', { name: 'Leave?' }));
  expect(screen.getByText('lost: changed')).toBeTruthy();
  await user.clear(screen.getByLabelText('Name'));
  await user.click(screen.getByRole('button', { name: 'Leave?' }));
  expect(screen.getByText('lost: nothing')).toBeTruthy();
});

it.each([
  [
    'a field that the server names',
    refusal(400, 'ValidationError', [{ field: 'fullName', message: 'Too long' }]),
    'Too long',
    'Name',
  ],
  ['a field that only the code tells', refusal(401, 'InvalidPinError'), 'PIN is wrong', 'PIN'],
])('shows a refusal of %s beneath it', async (_what, error, words, label) => {
  send.mockRejectedValue(error);
  const { press } = await fill();
  await press();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(focusedLabel()).toBe(label);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(done).not.toHaveBeenCalled();
});

it.each([
  ['in the words of the catalogue', {}, refusal(409, 'ConflictError'), 'The server says no.'],
  ['in the words of the form', { failed: 'It did not work' }, refusal(500, 'InternalError'), 'It did not work'],
  [
    'of a form that keeps the session',
    { failed: 'It did not work', keepSession: true },
    refusal(401, 'X'),
    'It did not work',
  ],
])('says a refusal of no field as a notice, %s', async (_how, props, error, words) => {
  send.mockRejectedValue(error);
  const { press } = await fill(props);
  await press();
  expect((await screen.findByRole('alert')).textContent).toContain(words);
});

it('is silent about the end of the session, which is announced elsewhere', async () => {
  send.mockRejectedValue(refusal(401, 'UnauthenticatedError'));
  const { press } = await fill();
  await press();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('false'));
  expect(send).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is held back until it is ready', async () => {
  const { press } = await fill({ ready: false });
  await press();
  expect(send).not.toHaveBeenCalled();
});
