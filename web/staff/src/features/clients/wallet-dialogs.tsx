import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { useLast } from '@shared/ui/use-last';

import { type Client, createWalletOptions, switchWalletOptions, type Wallet, type WalletType } from './client-queries';
import { clientTexts } from './client-texts';
import classes from './clients.module.css';
import { ReasonDialog, ReasonField } from '@/dialogs/reason-dialog';
import { walletTexts } from './wallet-texts';

interface SwitchDialogProps {
  clientId: number;
  /** Undefined while it is closed. */
  wallet: Wallet | undefined;
  onClose: () => void;
}

/** Switches a wallet on or off. */
export function SwitchDialog({ clientId, wallet, onClose }: SwitchDialogProps) {
  const texts = useTexts(walletTexts);
  const shown = useLast(wallet);
  if (!shown) return null;
  const name = texts.types[shown.type];
  return (
    <ReasonDialog
      opened={wallet !== undefined}
      onClose={onClose}
      title={texts.switchNamed(!shown.active, name)}
      action={shown.active ? texts.switchOff : texts.switchOn}
      danger={shown.active}
      mutation={switchWalletOptions(clientId, shown)}
      done={texts.switched(name, !shown.active)}
    >
      <p className={classes['hint']}>{shown.active ? texts.offText : texts.onText}</p>
    </ReasonDialog>
  );
}

const types: readonly WalletType[] = ['level_1', 'level_2', 'marketplace', 'multibiller'];

interface CreateWalletDialogProps {
  client: Client;
  opened: boolean;
  onClose: () => void;
}

/** Makes a wallet of a type that the client lacks. */
export function CreateWalletDialog({ client, opened, onClose }: CreateWalletDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={useTexts(walletTexts).create} size="form">
      <CreateWalletForm client={client} onClose={onClose} />
    </Dialog>
  );
}

function CreateWalletForm({ client, onClose }: { client: Client; onClose: () => void }) {
  const texts = useTexts(walletTexts);
  const { required, saving } = useTexts(clientTexts);
  const free = types.filter((type) => !client.wallets.some((wallet) => wallet.type === type));
  const form = useCheckedForm<{ type: WalletType; reason: string }>({
    initialValues: { type: free[0] ?? 'level_1', reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: createWalletOptions(client.id),
    fields: { type: 'type', reason: 'reason' },
    onSuccess: () => {
      notifySuccess(texts.created);
      onClose();
    },
  });
  return (
    <DialogForm label={texts.create} onSubmit={onSubmit}>
      <DialogBody>
        <SelectField
          label={texts.type}
          value={form.values.type}
          error={form.errors['type']}
          options={types.map((value) => ({ value, label: texts.types[value], disabled: !free.includes(value) }))}
          onChange={(type) => form.setFieldValue('type', type)}
        />
        <ReasonField {...form.getInputProps('reason')} data-autofocus />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={saving}>
          {texts.create}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
