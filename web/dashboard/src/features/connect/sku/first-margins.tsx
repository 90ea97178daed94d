import { Button } from '@mantine/core';
import { type Ref, useImperativeHandle } from 'react';

import { SubmitButton } from '@shared/form/submit-button';
import { useTexts } from '@shared/i18n/texts';

import { MarginFields, useMarginForm } from './margin-form';
import { skuTexts } from './sku-texts';
import classes from './sku.module.css';

interface FirstMarginsProps {
  /** Margins were set before: the list makes sense. */
  priced: boolean;
  onList: () => void;
  /** Gets what 'Next' saves. */
  ref: Ref<FirstMarginsHandle>;
}

/** What the step's main button needs of the form. */
export interface FirstMarginsHandle {
  save: () => Promise<boolean>;
}

/** The margins of all SKUs, before the shop is published. */
export function FirstMargins({ priced, onList, ref }: FirstMarginsProps) {
  const texts = useTexts(skuTexts);
  const form = useMarginForm({ codes: undefined });
  useImperativeHandle(ref, () => ({ save: form.save }));
  return (
    <section className={classes['first']} aria-label={texts.first.title}>
      <h2 className={classes['firstTitle']}>{texts.first.title}</h2>
      <p className={classes['hint']}>{texts.first.text}</p>
      <form className={classes['firstForm']} aria-label={texts.first.title} noValidate onSubmit={form.submit}>
        <MarginFields form={form} codes={undefined} />
        <div className={classes['firstFoot']}>
          {priced ? (
            <Button variant="default" onClick={onList}>
              {texts.first.list}
            </Button>
          ) : null}
          <SubmitButton sending={form.sending} sendingLabel={texts.applying}>
            {texts.setAll}
          </SubmitButton>
        </div>
      </form>
    </section>
  );
}
