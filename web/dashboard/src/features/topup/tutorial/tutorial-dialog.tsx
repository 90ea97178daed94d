import { useQuery } from '@tanstack/react-query';

import { formatDay } from '@shared/format/calendar-day';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody } from '@shared/overlay/dialog-parts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';

import { tutorialsOptions, type VirtualAccount } from '../topup-queries';
import { tutorialBanks, withOwnNumber } from './tutorial-rules';
import { GuideDialog } from './guide-dialog';
import { tutorialTexts } from './tutorial-texts';
import classes from './tutorial.module.css';

interface TutorialDialogProps {
  /** The client's virtual accounts; undefined while they are not known. */
  accounts: readonly VirtualAccount[] | undefined;
  /** The chosen wallet. */
  walletId: string | undefined;
  opened: boolean;
  onClose: () => void;
}

/** How to pay a virtual account at each bank, as staff maintain it. */
export function TutorialDialog({ accounts, walletId, opened, onClose }: TutorialDialogProps) {
  const texts = useTexts(tutorialTexts);
  const language = useLanguage();
  const load = useQuery(tutorialsOptions(language));
  const failure = useFailure(load);
  if (!load.data) {
    return (
      <Dialog opened={opened} onClose={onClose} title={texts.virtualAccount} size="guide">
        <DialogBody>
          {failure === null ? (
            <div className={classes['skeleton']} aria-hidden />
          ) : (
            <LoadFailed
              title={texts.failed}
              error={failure}
              retrying={load.isFetching}
              onRetry={() => void load.refetch()}
            />
          )}
        </DialogBody>
      </Dialog>
    );
  }
  const banks = tutorialBanks(load.data, accounts, walletId);
  return (
    <GuideDialog
      opened={opened}
      onClose={onClose}
      title={texts.virtualAccount}
      banks={banks}
      none={texts.none}
      guidesOf={(code) =>
        (banks.find((bank) => bank.code === code)?.tutorials ?? []).map(({ label, description, checkedOn }) => ({
          label,
          steps: description.map((step) => withOwnNumber(step, banks.find((bank) => bank.code === code)?.accountNo)),
          note: texts.checked(formatDay(checkedOn, language)),
        }))
      }
    />
  );
}
