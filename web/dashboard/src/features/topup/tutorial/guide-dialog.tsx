import { useState } from 'react';

import { SelectField } from '@shared/form/select-field';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody } from '@shared/overlay/dialog-parts';
import { AccordionItem, Accordion } from '@shared/ui/accordion';

import { tutorialTexts } from './tutorial-texts';
import classes from './tutorial.module.css';

/** A way of paying with its steps. */
interface Guide {
  label: string;
  steps: readonly string[];
  /** A remark below the steps. */
  note?: string;
}

interface GuideDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The banks to choose from, sorted by name. */
  banks: readonly { code: string; name: string }[];
  /** The ways of paying at a bank, by its code. There may be none. */
  guidesOf: (code: string) => readonly Guide[];
  /** Shown if the bank has none. */
  none: string;
}

const defaultBank = 'BBCA';

/** Instructions for a bank that the reader chooses: ways of paying that open and close, each with numbered steps. */
export function GuideDialog({ opened, onClose, title, banks, guidesOf, none }: GuideDialogProps) {
  const texts = useTexts(tutorialTexts);
  const [bank, setBank] = useState(defaultBank);
  const [openGuide, setOpenGuide] = useState<number | undefined>(0);
  const guides = guidesOf(bank);
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="guide">
      <DialogBody>
        <SelectField
          label={texts.bank}
          description={texts.bankHelp}
          placeholder={texts.choose}
          value={banks.some(({ code }) => code === bank) ? bank : ''}
          options={banks.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(code) => {
            setBank(code);
            setOpenGuide(0);
          }}
        />
        {guides.length === 0 ? (
          <p className={classes['none']}>{none}</p>
        ) : (
          <Accordion>
            {guides.map((guide, index) => (
              <AccordionItem
                key={guide.label}
                head={guide.label}
                opened={openGuide === index}
                onToggle={() => setOpenGuide(openGuide === index ? undefined : index)}
              >
                <ol className={classes['steps']}>
                  {guide.steps.map((step) => (
                    <li key={step}>{step}</li>
                  ))}
                </ol>
                {guide.note ? <p className={classes['note']}>{guide.note}</p> : null}
              </AccordionItem>
            ))}
          </Accordion>
        )}
      </DialogBody>
    </Dialog>
  );
}
