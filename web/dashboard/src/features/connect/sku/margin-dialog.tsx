import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { SubmitButton } from '@shared/form/submit-button';

import { MarginFields, useMarginForm } from './margin-form';
import { skuTexts } from './sku-texts';

interface MarginDialogProps {
  opened: boolean;
  /** Codes of the SKUs; undefined for all. */
  codes: readonly string[] | undefined;
  onClose: () => void;
  onSet: () => void;
}

/** Sets one margin, or the recommended ones, for many SKUs. */
export function MarginDialog({ opened, codes, onClose, onSet }: MarginDialogProps) {
  const texts = useTexts(skuTexts);
  const title = codes === undefined ? texts.setAll : texts.setSome(codes.length);
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="guide">
      <Body title={title} codes={codes} onSet={onSet} />
    </Dialog>
  );
}

function Body({ title, codes, onSet }: Pick<MarginDialogProps, 'codes' | 'onSet'> & { title: string }) {
  const texts = useTexts(skuTexts);
  const form = useMarginForm({ codes, onSet });
  return (
    <DialogForm label={title} onSubmit={form.submit}>
      <DialogBody>
        <MarginFields form={form} codes={codes} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={form.sending} sendingLabel={texts.applying}>
          {title}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
