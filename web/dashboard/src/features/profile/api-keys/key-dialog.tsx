import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Button, Checkbox, Input, Textarea, TextInput } from '@mantine/core';
import { type UseMutationOptions, useQuery } from '@tanstack/react-query';

import { addDays } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { DayField } from '@shared/form/day-field';
import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { type KeyValues, type ListedKey, presentAddressOptions } from './api-key-queries';
import { apiKeyTexts } from './api-key-texts';
import classes from './api-keys.module.css';
import { addressesIn, keyScopes, presetOf } from './key-scopes';

/** A key that is changed, as the lists show it. */
export type EditedKey = Omit<ListedKey, 'mode'>;

interface KeyDialogProps<Answer> {
  opened: boolean;
  /** The key that is changed; undefined for a new one. */
  apiKey?: EditedKey | undefined;
  /** The name of the dialog and of its button for a new key, if it is not one of the client API. */
  make?: string;
  mutation: UseMutationOptions<Answer, Error, KeyValues>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
}

/** Asks what a key is called, what it may do, from where, and until when. */
export function KeyDialog<Answer>({ opened, apiKey, make, mutation, onDone, onClose }: KeyDialogProps<Answer>) {
  const texts = useTexts(apiKeyTexts).form;
  const title = apiKey ? texts.change : (make ?? texts.make);
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="form">
      <KeyForm apiKey={apiKey} title={title} mutation={mutation} onDone={onDone} />
    </Dialog>
  );
}

const longestName = 60;
const longestAddresses = 2000;
const addressRows = 3;
const presets = ['everything', 'sell', 'read', 'some'] as const;

type KeyFormProps<Answer> = Pick<KeyDialogProps<Answer>, 'apiKey' | 'mutation' | 'onDone'> & { title: string };

function KeyForm<Answer>({ apiKey, title, mutation, onDone }: KeyFormProps<Answer>) {
  const { form: texts, generating } = useTexts(apiKeyTexts);
  const form = useCheckedForm<KeyValues>({
    initialValues: {
      name: apiKey?.name ?? '',
      preset: presetOf(apiKey?.scopes ?? keyScopes),
      scopes: keyScopes.filter((scope) => apiKey?.scopes.includes(scope)),
      addresses: apiKey?.addresses.join('\n') ?? '',
      lastDay: undefined,
    },
    validate: {
      scopes: (scopes, { preset }) => (preset === 'some' && scopes.length === 0 ? texts.chooseOne : null),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation,
    fields: { name: 'name', scopes: 'scopes', addresses: 'addresses', endsAt: 'lastDay' },
    onSuccess: onDone,
  });
  return (
    <DialogForm label={title} onSubmit={onSubmit}>
      <DialogBody>
        <TextInput
          {...form.getInputProps('name')}
          label={texts.name}
          description={texts.nameHelp}
          maxLength={longestName}
          autoComplete="off"
          data-autofocus
        />
        <SelectField
          label={texts.rights}
          value={form.values.preset}
          options={presets.map((value) => ({ value, label: texts.presets[value] }))}
          onChange={(preset) => form.setFieldValue('preset', preset)}
        />
        {form.values.preset === 'some' && (
          <ScopeChoices
            scopes={form.values.scopes}
            error={form.errors['scopes']}
            onChange={(scopes) => form.setFieldValue('scopes', scopes)}
          />
        )}
        <Textarea
          {...form.getInputProps('addresses')}
          label={texts.addresses}
          description={texts.addressesHelp}
          maxLength={longestAddresses}
          rows={addressRows}
          autoComplete="off"
          spellCheck={false}
        />
        <PresentAddress
          addresses={form.values.addresses}
          onAdd={(addresses) => form.setFieldValue('addresses', addresses)}
        />
        {apiKey ? null : (
          <LastDay
            value={form.values.lastDay}
            error={form.errors['lastDay']}
            onChange={(day) => form.setFieldValue('lastDay', day)}
          />
        )}
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={apiKey ? texts.saving : generating}>
          {apiKey ? texts.save : title}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

interface ScopeChoicesProps {
  scopes: KeyValues['scopes'];
  error: React.ReactNode;
  onChange: (scopes: KeyValues['scopes']) => void;
}

function ScopeChoices({ scopes, error, onChange }: ScopeChoicesProps) {
  const texts = useTexts(apiKeyTexts).form;
  return (
    <div>
      <div className={classes['choices']} role="group" aria-label={texts.rights} tabIndex={-1} data-path="scopes">
        {keyScopes.map((scope) => (
          <Checkbox
            key={scope}
            checked={scopes.includes(scope)}
            onChange={({ currentTarget }) =>
              onChange(keyScopes.filter((one) => (one === scope ? currentTarget.checked : scopes.includes(one))))
            }
            label={texts.scopes[scope]}
            description={scope}
          />
        ))}
      </div>
      {error ? <Input.Error role="alert">{error}</Input.Error> : null}
    </div>
  );
}

/** The address of this browser, with a button that adds it to a list. */
function PresentAddress({ addresses, onAdd }: { addresses: string; onAdd: (addresses: string) => void }) {
  const texts = useTexts(apiKeyTexts).form;
  const { data: address } = useQuery(presentAddressOptions());
  if (address === undefined) return null;
  const list = addressesIn(addresses);
  return (
    <p className={classes['present']}>
      {texts.present(address)}
      {list.includes(address) ? null : (
        <Button variant="default" size="sm" onClick={() => onAdd([...list, address].join('\n'))}>
          {texts.addPresent}
        </Button>
      )}
    </p>
  );
}

interface LastDayProps {
  value: KeyValues['lastDay'];
  error: React.ReactNode;
  onChange: (day: KeyValues['lastDay']) => void;
}

function LastDay({ value, error, onChange }: LastDayProps) {
  const texts = useTexts(apiKeyTexts).form;
  const { shown } = useZones();
  const today = useToday(shown);
  return (
    <div className={classes['lastDay']}>
      <DayField
        label={texts.lastDay}
        showLabel
        value={value}
        firstDay={addDays(today, 0)}
        error={error}
        data-path="lastDay"
        onChange={onChange}
      />
      {value === undefined ? (
        <p className={classes['help']}>{texts.lastDayHelp}</p>
      ) : (
        <Button variant="default" size="sm" onClick={() => onChange(undefined)}>
          {texts.clearDay}
        </Button>
      )}
    </div>
  );
}
