import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { SubmitButton } from '@shared/form/submit-button';
import { Amount } from '@shared/format/amount';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { useErrorNotice } from '@shared/notify/use-error-notice';
import { DialogFrame } from '@shared/overlay/dialog-frame';
import { DialogBody, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { Fact, Facts } from '@shared/ui/facts';

import { TypeChoice, ValueField } from './margin-form';
import { refusalOf } from './refusal';
import { type PricingBody, setPricesOptions, type Sku } from './sku-queries';
import { bodyOf, priceOf, pricingTypes, readValue, singleProblem, type SingleProblem } from './sku-rules';
import { skuTexts } from './sku-texts';

interface EditSkuDialogProps {
  sku: Sku;
  opened: boolean;
  onClose: () => void;
}

/** Sets the price of one SKU. Closing it without saving is asked about. */
export function EditSkuDialog({ sku, opened, onClose }: EditSkuDialogProps) {
  const texts = useTexts(skuTexts);
  const [questionOpened, setQuestionOpened] = useState(false);
  const [choice, setChoice] = useState(() => startOf(sku));
  const [showErrors, setShowErrors] = useState(false);
  const save = useMutation(setPricesOptions({ formStays: false }));
  const notice = useErrorNotice();
  const start = startOf(sku);
  const { problem, pricing, price } = resultOf(choice, sku);

  function submit(event: FormEvent) {
    event.preventDefault();
    setShowErrors(true);
    if (save.isPending) return;
    // What was not changed is not sent: a price of its own would end the pricing that holds.
    if (choice.type === start.type && choice.text.trim() === start.text) onClose();
    else if (pricing) send(pricing);
  }

  function send(newPricing: PricingBody) {
    notice.end();
    save.mutate(
      { codes: [sku.code], pricing: newPricing },
      {
        onSuccess: () => {
          notifySuccess(texts.success, texts.edit.saved);
          onClose();
        },
        onError: (error) => notice.show({ title: texts.failedSave, text: refusalOf(error) }),
      },
    );
  }

  function reset() {
    setQuestionOpened(false);
    setShowErrors(false);
    setChoice(startOf(sku));
    onClose();
  }

  return (
    <DialogFrame
      opened={opened}
      onClose={() => {
        if (!save.isPending) setQuestionOpened(true);
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
            {price !== undefined && (
              <Fact name={texts.edit.price}>
                <Amount value={price} prefix="Rp" />
              </Fact>
            )}
          </Facts>
          <TypeChoice
            types={types}
            type={choice.type}
            onChoose={(type) => setChoice({ type, text: type === 'recommended' ? '' : '0' })}
          />
          {choice.type !== 'recommended' && (
            <ValueField
              type={choice.type}
              text={choice.text}
              error={showErrors && problem !== null ? texts.single[problem] : undefined}
              onChange={(text) => setChoice({ ...choice, text })}
            />
          )}
        </DialogBody>
        <DialogFoot>
          <Button variant="default" onClick={() => setQuestionOpened(true)}>
            {texts.edit.cancel}
          </Button>
          <SubmitButton sending={save.isPending} sendingLabel={texts.applying}>
            {texts.edit.save}
          </SubmitButton>
        </DialogFoot>
      </DialogForm>
      <QuestionDialog
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        title={texts.edit.ask}
        action={texts.edit.yes}
        sendingLabel={texts.edit.yes}
        sending={false}
        onConfirm={reset}
      />
    </DialogFrame>
  );
}

const types = ['recommended', ...pricingTypes] as const;

interface Choice {
  type: (typeof types)[number];
  text: string;
}

/** The pricing that holds. */
function startOf({ pricing }: Sku): Choice {
  const type = pricingTypes.find((one) => one === pricing.pricingType);
  return type === undefined
    ? { type: 'recommended', text: '' }
    : { type, text: String(pricing.marginValue).replace('.', ',') };
}

interface Result {
  problem: SingleProblem | null;
  /** What is sent; undefined while the value is not valid. */
  pricing?: PricingBody;
  price?: number;
}

/** What a choice makes of a SKU. Without a recommended price, it is sold at its net price. */
function resultOf({ type, text }: Choice, { sellPrice, recommendedPrice }: Sku): Result {
  if (type === 'recommended') {
    return { problem: null, pricing: { recommended: true }, price: recommendedPrice ?? sellPrice };
  }
  const problem = singleProblem(type, text);
  const value = readValue(type, text);
  if (problem !== null || value === undefined) return { problem };
  return { problem, pricing: bodyOf(type, value), price: priceOf(type, value, sellPrice) };
}
