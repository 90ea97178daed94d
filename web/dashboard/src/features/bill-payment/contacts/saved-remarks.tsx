import { Button } from '@mantine/core';

import { GroupedNumber } from '@shared/format/grouped-number';
import { useTexts } from '@shared/i18n/texts';
import { DialogBody, DialogFoot } from '@shared/overlay/dialog-parts';
import { Note } from '@shared/ui/note';

import type { SavedContact } from './contact-queries';
import { contactTexts } from './contact-texts';
import classes from './contacts.module.css';

interface SavedRemarksProps {
  saved: SavedContact;
  /** Opens the form again. */
  onChange: () => void;
  onClose: () => void;
}

/** Says what was repaired in the number of a saved contact, and who else has this number. */
export function SavedRemarks({ saved, onChange, onClose }: SavedRemarksProps) {
  const texts = useTexts(contactTexts);
  const { name, destinationNo, repair, sameNumber } = saved;
  return (
    <>
      <DialogBody>
        <p className={classes['saved']}>
          {name} · <GroupedNumber value={destinationNo} />
        </p>
        {repair && (
          <Note tone="warning" live>
            {repair.message}. {texts.entered} <s>{repair.original}</s>
          </Note>
        )}
        {sameNumber.length > 0 && (
          <Note tone="warning" live>
            {texts.sameNumber(sameNumber.map((other) => `${other.name} (${other.code})`).join(', '))}
          </Note>
        )}
      </DialogBody>
      <DialogFoot>
        <Button variant="default" onClick={onChange}>
          {texts.changeAgain}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {texts.keep}
        </Button>
      </DialogFoot>
    </>
  );
}
