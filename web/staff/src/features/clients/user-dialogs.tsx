import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';

import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { useLast } from '@shared/ui/use-last';

import { type ClientUser, type Help, helps, helpUserOptions, inviteUserOptions } from './client-queries';
import { clientTexts } from './client-texts';
import classes from './clients.module.css';
import { ReasonField } from '@/dialogs/reason-dialog';
import { userTexts } from './user-texts';

interface HelpDialogProps {
  clientId: number;
  /** Undefined while it is closed. */
  user: ClientUser | undefined;
  onClose: () => void;
}

/** Helps a user of a client: what to do, and why. */
export function HelpDialog({ clientId, user, onClose }: HelpDialogProps) {
  const texts = useTexts(userTexts);
  const shown = useLast(user);
  return (
    <Dialog opened={user !== undefined} onClose={onClose} title={texts.helpNamed(shown?.username ?? '')} size="form">
      {shown && <HelpForm clientId={clientId} user={shown} onClose={onClose} />}
    </Dialog>
  );
}

function HelpForm({ clientId, user, onClose }: { clientId: number; user: ClientUser; onClose: () => void }) {
  const texts = useTexts(userTexts);
  const { required } = useTexts(clientTexts);
  const [help, setHelp] = useState<Help>('unlock');
  const [portal, setPortal] = useState<string>();
  const proves = help === 'reset-factors';
  const missing = (value: string) => (value.trim() === '' ? required : null);
  const form = useCheckedForm({
    initialValues: { reason: '', evidence: '' },
    validate: { reason: missing, evidence: (value) => (proves ? missing(value) : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: helpUserOptions(clientId, user.id, help),
    fields: { reason: 'reason', evidence: 'evidence' },
    onSuccess: (answer) => {
      notifySuccess(texts.helped[help]);
      const address = addressOf(answer);
      if (address === undefined) onClose();
      else setPortal(address);
    },
  });
  if (portal !== undefined) return <PortalLink address={portal} onOpen={onClose} />;
  return (
    <DialogForm label={texts.helpNamed(user.username)} onSubmit={onSubmit}>
      <DialogBody>
        <SelectField
          label={texts.what}
          value={help}
          options={helpsFor(user).map((value) => ({ value, label: texts.helps[value] }))}
          onChange={setHelp}
        />
        {help === 'look' && <p className={classes['hint']}>{texts.lookHint}</p>}
        {proves && (
          <>
            <p className={classes['hint']}>{texts.factorsHint}</p>
            <TextInput
              {...form.getInputProps('evidence')}
              label={texts.evidence}
              description={texts.evidenceHelp}
              name="evidence"
              autoComplete="off"
              maxLength={500}
            />
          </>
        )}
        <ReasonField {...form.getInputProps('reason')} data-autofocus />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.going}>
          {texts.go}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

/** Returns the address that opens the portal, of the answer to a look. */
function addressOf(answer: unknown): string | undefined {
  const url: unknown = typeof answer === 'object' && answer !== null && 'url' in answer ? answer.url : undefined;
  return typeof url === 'string' ? url : undefined;
}

/** Opens the portal as a user sees it: a browser opens a tab only for who presses something. */
function PortalLink({ address, onOpen }: { address: string; onOpen: () => void }) {
  const texts = useTexts(userTexts);
  return (
    <>
      <DialogBody>
        <p className={classes['hint']}>{texts.lookReady}</p>
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <Button component="a" href={address} target="_blank" rel="noopener noreferrer" onClick={onOpen} data-autofocus>
          {texts.lookOpen}
        </Button>
      </DialogFoot>
    </>
  );
}

/** The helps that serve a user now. The server decides who may be reset. */
function helpsFor({ secondFactor, factorResetAt }: ClientUser): Help[] {
  if (factorResetAt !== null) return [...helps, 'cancel-factor-reset'];
  return secondFactor ? [...helps, 'reset-factors'] : [...helps];
}

interface InviteDialogProps {
  clientId: number;
  opened: boolean;
  onClose: () => void;
}

/** Makes a user of a client, whose first password goes to them by mail. */
export function InviteDialog({ clientId, opened, onClose }: InviteDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={useTexts(userTexts).invite} size="form">
      <InviteForm clientId={clientId} onClose={onClose} />
    </Dialog>
  );
}

const serverFields = { username: 'username', fullName: 'fullName', email: 'email', reason: 'reason' };

function InviteForm({ clientId, onClose }: { clientId: number; onClose: () => void }) {
  const texts = useTexts(userTexts);
  const client = useTexts(clientTexts);
  const required = (value: string) => (value.trim() === '' ? client.required : null);
  const form = useCheckedForm({
    initialValues: { username: '', fullName: '', email: '', root: true, reason: '' },
    validate: { username: required, email: required, reason: required },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: inviteUserOptions(clientId),
    fields: serverFields,
    onSuccess: () => {
      notifySuccess(texts.invited);
      onClose();
    },
  });
  return (
    <DialogForm label={texts.invite} onSubmit={onSubmit}>
      <DialogBody>
        <p className={classes['hint']}>{texts.inviteHint}</p>
        <TextInput
          {...form.getInputProps('username')}
          label={texts.username}
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('fullName')}
          label={texts.fullName}
          placeholder={client.optional}
          name="fullName"
          autoComplete="off"
        />
        <TextInput {...form.getInputProps('email')} label={texts.email} name="email" type="email" autoComplete="off" />
        <Checkbox {...form.getInputProps('root', { type: 'checkbox' })} label={texts.root} />
        <ReasonField {...form.getInputProps('reason')} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {texts.send}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
