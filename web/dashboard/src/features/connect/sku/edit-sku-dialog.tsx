import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { SubmitButton } from '@shared/form/submit-button';
import { Amount } from '@shared/format/amount';
import { useTexts } from '@shared/i18n/texts';
import { notifyError, notifySuccess } from '@shared/notify/notify';
import { DialogFrame } from '@shared/overlay/dialog-frame';
import { DialogBody, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { Fact, Facts } from '@shared/ui/facts';

import { TypeChoice, ValueField } from './margin-form';
import { refusalOf } from './refusal';
import { setPricesOptions, type Sku } from './sku-queries';
import { bodyOf, type PricingType, priceOf, pricingTypes, readValue, singleProblem } from './sku-rules';
import { skuTexts } from './sku-texts';

interface EditSkuDialogProps {
  sku: Sku;
  opened: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** Sets the price of one SKU. Closing it without saving is asked about. */
export function EditSkuDialog({ sku, opened, onClose, onSaved }: EditSkuDialogProps) {
  const texts = useTexts(skuTexts);
  const [asking, setAsking] = useState(false);
  const [choice, setChoice] = useState(() => startOf(sku));
  const [tried, setTried] = useState(false);
  const save = useMutation(setPricesOptions());
  const problem = singleProblem(choice.type, choice.text);
  const value = problem === null ? readValue(choice.type, choice.text) : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (value === undefined || save.isPending) return;
    save.mutate(
      { codes: [sku.code], pricing: bodyOf(choice.type, value) },
      {
        onSuccess: () => {
          notifySuccess(texts.success, texts.edit.saved);
          onSaved();
          onClose();
        },
        onError: (error) => notifyError({ title: texts.failedSave, text: refusalOf(error) }),
      },
    );
  }

  function reset() {
    setAsking(false);
    setTried(false);
    setChoice(startOf(sku));
    onClose();
  }

  return (
    <DialogFrame
      opened={opened}
      onClose={() => {
        if (!save.isPending) setAsking(true);
      }}
      title={texts.edit.title}
      size="form"
    >
      <DialogForm label={texts.edit.title} onSubmit={submit}>
        <DialogBody>
          <Facts>
            <Fact name={texts.columns.name}>{sku.name}</Fact>
            <Fact name={texts.columns.code}>{sku.code}</Fact>
            <Fact name={texts.columns.net}>
              <Amount value={sku.sellPrice} prefix="Rp" />
            </Fact>
            {sku.recommendedPrice !== null && (
              <Fact name={texts.columns.recommended}>
                <Amount value={sku.recommendedPrice} prefix="Rp" />
              </Fact>
            )}
            {value !== undefined && (
              <Fact name={texts.edit.price}>
                <Amount value={priceOf(choice.type, value, sku.sellPrice)} prefix="Rp" />
              </Fact>
            )}
          </Facts>
          <TypeChoice type={choice.type} onChoose={(type) => setChoice({ type, text: '0' })} />
          <ValueField
            type={choice.type}
            text={choice.text}
            error={tried && problem !== null ? texts.single[problem] : undefined}
            onChange={(text) => setChoice({ ...choice, text })}
          />
        </DialogBody>
        <DialogFoot>
          <Button variant="default" onClick={() => setAsking(true)}>
            {texts.edit.cancel}
          </Button>
          <SubmitButton sending={save.isPending} sendingLabel={texts.applying}>
            {texts.edit.save}
          </SubmitButton>
        </DialogFoot>
      </DialogForm>
      <QuestionDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.edit.ask}
        action={texts.edit.yes}
        sendingLabel={texts.edit.yes}
        sending={false}
        onConfirm={reset}
      />
    </DialogFrame>
  );
}

/** The pricing that holds; a recommended price is shown as its margin. */
function startOf({ pricing, marginPercent }: Sku): { type: PricingType; text: string } {
  const type = pricingTypes.find((one) => one === pricing.pricingType);
  const value = type === undefined ? Math.max(marginPercent, 0) : pricing.marginValue;
  return { type: type ?? 'percent', text: String(value).replace('.', ',') };
}
