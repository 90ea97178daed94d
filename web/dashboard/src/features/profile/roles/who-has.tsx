import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody } from '@shared/overlay/dialog-parts';

import type { ClientRole, Right } from './role-queries';
import { roleTexts, useRightWords } from './role-texts';
import classes from './roles.module.css';

interface WhoHasProps {
  /** It stays while the dialog closes. */
  right: Right | undefined;
  roles: readonly ClientRole[];
  opened: boolean;
  onClose: () => void;
}

/** The people who have a right, by their roles. */
export function WhoHasDialog({ right, roles, opened, onClose }: WhoHasProps) {
  const texts = useTexts(roleTexts);
  const words = useRightWords();
  const name = right ? words(right.id).name : '';
  const having = roles.filter(({ permission }) => right && (right.everybody || permission.includes(right.id)));
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.whoNamed(name)} size="question">
      <DialogBody>
        <dl className={classes['who']}>
          {having.map((role) => (
            <div key={role.id}>
              <dt>{role.name}</dt>
              <dd>
                {role.people === 0
                  ? texts.nobody
                  : texts.people(
                      role.users.map(({ username }) => username).join(', '),
                      role.people - role.users.length,
                    )}
              </dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}
